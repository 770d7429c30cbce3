import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ACP_TEE } from "../subject.js";
import { FILE_FAULTS, type FileFault, UNPRIVILEGED } from "./faulty-file.js";
import { faultyServer, SERVER_FAULTS } from "./faulty-server.js";

/** One way in which observing can fail: the options of a sink, and perhaps another program in place of acp-tee. */
export interface Cell {
  readonly sink: Sink;
  readonly fault: Fault;
  /** `folder` is empty and the cell's own. */
  prepare(folder: string, teardown: (stop: () => void) => unknown): Promise<Observed>;
}

export interface Observed {
  readonly options: readonly string[];
  readonly program?: string;
  /** Stands before the command line of acp-tee. */
  readonly before?: readonly string[];
}

const FILE_SINKS = ["--events", "--journal", "--trace", "--trace-redacted"] as const;
const SERVER_SINKS = ["--relay", "--receiver"] as const;

/** What becomes of a thread that is to observe; each in place of the observer's own program. */
const OBSERVER_FAULTS = {
  "observer is killed": "process.exit(1);",
  "observer throws": 'setTimeout(() => { throw new Error("Cannot observe"); }, 30);',
  "observer stalls": "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);",
  "observer needs too much memory": "const kept = []; for (;;) kept.push(new Array(1_000_000).fill({}));",
  "observer is missing": undefined,
} as const;
const NO_STATE = "no state directory";

export type Sink = "no sink" | (typeof FILE_SINKS)[number] | (typeof SERVER_SINKS)[number];
export type Fault =
  | FileFault
  | (typeof SERVER_FAULTS)[number]
  | keyof typeof OBSERVER_FAULTS
  | typeof NO_STATE;

export const SINKS: readonly Sink[] = ["no sink", ...FILE_SINKS, ...SERVER_SINKS];

// Object.keys() forgets the type of the keys.
const fileFaults = Object.keys(FILE_FAULTS) as FileFault[];
const observerFaults = Object.keys(OBSERVER_FAULTS) as (keyof typeof OBSERVER_FAULTS)[];

export const FAULTS: readonly Fault[] = [...fileFaults, ...SERVER_FAULTS, ...observerFaults, NO_STATE];

const file = (folder: string): string => join(folder, "file");

export const CELLS: readonly Cell[] = [
  { sink: "no sink", fault: "none", prepare: async () => ({ options: [] }) },
  ...FILE_SINKS.flatMap((sink) =>
    fileFaults.map(
      (fault): Cell => ({
        sink,
        fault,
        prepare: async (folder, teardown) =>
          fault === UNPRIVILEGED
            ? unprivileged(sink, teardown)
            : { options: [sink, FILE_FAULTS[fault](folder)] },
      }),
    ),
  ),
  ...SERVER_SINKS.flatMap((sink) =>
    SERVER_FAULTS.map(
      (fault): Cell => ({
        sink,
        fault,
        prepare: async (_folder, teardown) => ({
          options: [sink, `http://127.0.0.1:${await faultyServer(fault, teardown)}`],
        }),
      }),
    ),
  ),
  ...FILE_SINKS.flatMap((sink) =>
    observerFaults.map(
      (fault): Cell => ({
        sink,
        fault,
        prepare: async (folder) => ({
          options: [sink, file(folder)],
          program: plantObserver(folder, OBSERVER_FAULTS[fault]),
        }),
      }),
    ),
  ),
  ...observerFaults.map(
    (fault): Cell => ({
      sink: "--relay",
      fault,
      prepare: async (folder) => ({
        options: ["--relay", "http://127.0.0.1:9"],
        program: plantObserver(folder, OBSERVER_FAULTS[fault]),
      }),
    }),
  ),
  {
    sink: "--events",
    fault: NO_STATE,
    prepare: async (folder) => ({ options: ["--events", file(folder), "--state-dir", "/proc/none"] }),
  },
  {
    sink: "--relay",
    fault: NO_STATE,
    prepare: async () => ({ options: ["--relay", "http://127.0.0.1:9", "--state-dir", "/proc/none"] }),
  },
];

/** Why there is no such cell; undefined where there is one. */
export function reasonAgainst(sink: Sink, fault: Fault): string | undefined {
  if (CELLS.some((cell) => cell.sink === sink && cell.fault === fault)) return undefined;
  if (sink === "no sink") return "no observer";
  if (fault === NO_STATE) return "no epochs";
  const isServer = SERVER_SINKS.some((each) => each === sink);
  if (observerFaults.some((each) => each === fault)) return "no thread";
  return isServer ? "no file" : "no server";
}

/** A copy of acp-tee whose observer runs another program, or none at all. */
function plantObserver(folder: string, program: string | undefined): string {
  const place = join(folder, "dist", "src", "observer");
  mkdirSync(place, { recursive: true });
  const copy = join(folder, "dist", "acp-tee.cjs");
  copyFileSync(ACP_TEE, copy);
  if (program !== undefined) writeFileSync(join(place, "observer-bundle.js"), program);
  return copy;
}

/** A file that this user may not write: for root, who may, acp-tee is run as somebody else from a place that all can read. */
function unprivileged(sink: Sink, teardown: (stop: () => void) => unknown): Observed {
  const folder = mkdtempSync(join(tmpdir(), "acp-tee-"));
  teardown(() => rmSync(folder, { recursive: true, force: true }));
  const program = plantObserver(folder, undefined);
  copyFileSync(
    join(ACP_TEE, "..", "src", "observer", "observer-bundle.js"),
    join(folder, "dist", "src", "observer", "observer-bundle.js"),
  );
  writeFileSync(file(folder), "");
  chmodSync(file(folder), 0o444);
  chmodSync(folder, 0o555);
  const isRoot = process.getuid?.() === 0;
  const before = isRoot ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
  return { options: [sink, file(folder)], program, before };
}
