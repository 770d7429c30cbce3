import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ACP_TEE } from "../subject.js";
import { faultyServer, SERVER_FAULTS } from "./faulty-server.js";

/** One way in which observing can fail: the options of a sink, and perhaps another program in place of acp-tee. */
export interface Cell {
  readonly sink: string;
  readonly fault: string;
  /** `folder` is empty and the cell's own. */
  prepare(folder: string, teardown: (stop: () => void) => unknown): Promise<Observed>;
}

export interface Observed {
  readonly options: readonly string[];
  readonly program?: string;
}

const FILE_SINKS = ["--events", "--trace"];
const SERVER_SINKS = ["--relay", "--receiver"];

const FILE_FAULTS: Readonly<Record<string, (folder: string) => string>> = {
  "missing directory": (folder) => join(folder, "none", "file"),
  "read-only": () => "/proc/version",
  "full disk": () => "/dev/full",
  "directory instead of file": (folder) => folder,
};

/** What becomes of a thread that is to observe; each in place of the observer's own program. */
const OBSERVER_FAULTS: Readonly<Record<string, string>> = {
  "is killed": "process.exit(1);",
  throws: 'setTimeout(() => { throw new Error("Cannot observe"); }, 30);',
  stalls: "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);",
  "needs too much memory": "const kept = []; for (;;) kept.push(new Array(1_000_000).fill({}));",
};

export const CELLS: readonly Cell[] = [
  { sink: "no sink", fault: "none", prepare: async () => ({ options: [] }) },
  ...FILE_SINKS.flatMap((sink) =>
    Object.entries(FILE_FAULTS).map(([fault, path]) => ({
      sink,
      fault,
      prepare: async (folder: string) => ({ options: [sink, path(folder)] }),
    })),
  ),
  ...SERVER_SINKS.flatMap((sink) =>
    SERVER_FAULTS.map((fault) => ({
      sink,
      fault,
      prepare: async (_folder: string, teardown: (stop: () => void) => unknown) => ({
        options: [sink, `http://127.0.0.1:${await faultyServer(fault, teardown)}`],
      }),
    })),
  ),
  {
    sink: "--events",
    fault: "no state directory",
    prepare: async (folder) => ({ options: ["--events", join(folder, "e"), "--state-dir", "/proc/none"] }),
  },
  ...Object.entries(OBSERVER_FAULTS).map(([fault, program]) => ({
    sink: "observer",
    fault,
    prepare: async (folder: string) => ({
      options: ["--trace", join(folder, "trace")],
      program: plantObserver(folder, program),
    }),
  })),
];

/** A copy of acp-tee whose observer runs another program. */
function plantObserver(folder: string, program: string): string {
  const place = join(folder, "dist", "src", "observer");
  mkdirSync(place, { recursive: true });
  const copy = join(folder, "dist", "acp-tee.cjs");
  copyFileSync(ACP_TEE, copy);
  writeFileSync(join(place, "observer-bundle.js"), program);
  return copy;
}
