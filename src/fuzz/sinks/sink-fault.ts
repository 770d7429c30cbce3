import fc, { type Arbitrary } from "fast-check";

/** Where a bridge takes the options that name its sinks, as its profile says. */
export interface SinkOptions {
  /** How many arguments of the bridge's command stand in front of its options; 1 is right after the command. */
  readonly place: number;
  /** Options that take a file, as `--events`. */
  readonly files: readonly string[];
  /** Options that take the URL of a server, as `--relay`. */
  readonly servers: readonly string[];
}

export const FILE_FAULTS = ["full disk", "missing directory", "directory", "not permitted"] as const;
export const SERVER_FAULTS = [
  "refuses",
  "hangs after accepting",
  "resets",
  "answers 500",
  "answers garbage",
  "answers slowly",
] as const;

/** A sink that cannot take what it is given; the session has to stay what it is. */
export interface SinkFault {
  readonly option: string;
  readonly kind: (typeof FILE_FAULTS)[number] | (typeof SERVER_FAULTS)[number];
}

/** The faults of the sinks that a bridge has; undefined when its profile names none. */
export function sinkFaults({ files, servers }: SinkOptions): Arbitrary<SinkFault> | undefined {
  const faults = [
    ...files.flatMap((option) => FILE_FAULTS.map((kind): SinkFault => ({ option, kind }))),
    ...servers.flatMap((option) => SERVER_FAULTS.map((kind): SinkFault => ({ option, kind }))),
  ];
  return faults.length === 0 ? undefined : fc.constantFrom(...faults);
}
