import type { FaultCode } from "../fault.js";

/** The exit codes of acp-assay: a contract that scripts depend on. */
export const EXIT = {
  /** No unexpected failure. */
  ok: 0,
  /** An unexpected failure. */
  failed: 1,
  /** Wrong command line, file or configuration. */
  usage: 2,
  /** The harness broke; the subject is not to blame. */
  harness: 3,
  /** Nothing was tested: the subject could not start, never answered, or wants a login. */
  untestable: 4,
  /** Ctrl-C; partial reports are written. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The exit code of a fault. */
export function exitCodeOf(code: FaultCode): ExitCode {
  return EXIT[code];
}
