import type { Command } from "commander";
import { Fault } from "../fault.js";
import type { ExitCode } from "./exit-code.js";

/** What a command is given besides its own arguments and options. */
export interface CliContext {
  /** Everything after the first `--`, never split or run through a shell; undefined without a `--`. */
  readonly subject: readonly string[] | undefined;
  /** Aborted at Ctrl-C. */
  readonly signal: AbortSignal;
  /** Hands the exit code to the program, which alone sets it. */
  readonly exit: (code: ExitCode) => void;
}

/** Adds one command to the program. */
export type RegisterCommand = (program: Command, context: CliContext) => void;

/** The subject's argv, which has to be there. */
export function requireSubject({ subject }: CliContext, command: string): readonly string[] {
  if (subject === undefined || subject.length === 0) {
    throw new Fault(
      "usage",
      `No subject: put its command after "--", as in "acp-assay ${command} -- node my-agent.js"`,
    );
  }
  return subject;
}
