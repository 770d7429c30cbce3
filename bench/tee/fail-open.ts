import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { CELLS, type Cell } from "../../test/bridge/fail-open/cells.js";
import { ACP_TEE } from "../../test/bridge/subject.js";
import { median, short } from "../measure.js";
import { compilePrograms, FOLDER } from "./programs.js";

// `node dist/bench/tee/fail-open.js [ROUNDS] [CELL…]`: round trips of 200 bytes, one a millisecond, in every cell of the
// fail-open matrix; beside each a run without a sink. Medians of the rounds in µs, one JSON object a cell, and their ratios.
// CELL is a part of `sink: fault`.
const [rounds = "5", ...names] = process.argv.slice(2);
const COUNT = 400;
const WARM_UP = 200;
const GAP_MICROS = 1_000;
const run = promisify(execFile);
const programs = compilePrograms();
// One cell runs as another user.
chmodSync(FOLDER, 0o755);
const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env;

interface Times {
  readonly p50: number;
  readonly p99: number;
}

for (const cell of CELLS) {
  const name = `${cell.sink}: ${cell.fault}`;
  if (names.length === 0 || names.some((part) => name.includes(part))) await compare(name, cell);
}

async function compare(name: string, cell: Cell): Promise<void> {
  const stops: (() => void)[] = [];
  const folder = mkdtempSync(join(FOLDER, "cell-"));
  const { options, program = ACP_TEE, before = [] } = await cell.prepare(folder, (stop) => stops.push(stop));
  const pairs: (readonly [seen: Times, without: Times])[] = [];
  for (let round = 0; round < Number(rounds); round += 1) {
    // Who goes first may have the quieter moment, so they take turns.
    const first = round % 2 === 0 ? undefined : await roundTrips([ACP_TEE]);
    const seen = await roundTrips([...before, program, ...options]);
    pairs.push([seen, first ?? (await roundTrips([ACP_TEE]))]);
  }
  for (const stop of stops) stop();
  const middle = (side: 0 | 1, figure: keyof Times): number =>
    median(pairs.map((pair) => pair[side][figure]));
  const row = {
    cell: name,
    p50: short(middle(0, "p50")),
    p50WithoutSink: short(middle(1, "p50")),
    p99: short(middle(0, "p99")),
    p99WithoutSink: short(middle(1, "p99")),
    p50Ratio: short(middle(0, "p50") / middle(1, "p50")),
    p99Ratio: short(middle(0, "p99") / middle(1, "p99")),
  };
  process.stdout.write(`${JSON.stringify(row)}\n`);
}

async function roundTrips(tee: readonly string[]): Promise<Times> {
  const editor = ["rtt", `${COUNT}`, `${WARM_UP}`, `${GAP_MICROS}`];
  const { stdout } = await run(programs.editor, [...editor, ...tee, programs.agent, "echo"], { env });
  return JSON.parse(stdout);
}
