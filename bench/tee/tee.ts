import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { median, short } from "../measure.js";
import { compilePrograms } from "./programs.js";
import { type Gate, ROWS, type Row } from "./rows.js";
import { EVENTS, type Way, wayTo } from "./ways.js";

// `node dist/bench/tee/tee.js [ROUNDS] [ROW…]`: what acp-tee costs beside other ways from an editor to an agent. In each round
// every way is measured once, in turn; medians, ratios of one run, and whether each is within what is asked of it. A table on
// stderr, one JSON object a row on stdout. ROW is a part of a row's name.
const [rounds = "7", ...names] = process.argv.slice(2);
const programs = compilePrograms();
/** By way, then by figure: one value a round. */
type Values = Readonly<Record<string, Record<string, number[]>>>;

for (const row of ROWS.filter(
  ({ name }) => names.length === 0 || names.some((part) => name.includes(part)),
)) {
  const values: Values = Object.fromEntries(row.ways.map((way) => [way, {}]));
  for (let round = 0; round < Number(rounds); round += 1) {
    for (let turn = 0; turn < row.ways.length; turn += 1) {
      const way = row.ways[(turn + round) % row.ways.length] ?? "direct";
      for (const [figure, value] of Object.entries(await measure(row, way))) {
        const ofWay = values[way] ?? {};
        ofWay[figure] = [...(ofWay[figure] ?? []), value];
      }
    }
  }
  report(row, values);
}

async function measure(row: Row, way: Way): Promise<Readonly<Record<string, number>>> {
  const pin = row.isPinned === true ? ["taskset", "-c", "1"] : [];
  const argv = wayTo(way, programs.relay, [programs.agent, ...row.agent]);
  const [command = "", ...args] = [...pin, programs.editor, ...row.editor, ...argv];
  rmSync(EVENTS, { force: true });
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env;
  const figures: Record<string, number> = JSON.parse(execFileSync(command, args, { encoding: "utf8", env }));
  if (way !== "observed" || row.frames === undefined) return figures;
  return { ...figures, observed: (await observedFrames(row.frames)) / row.frames };
}

/** Frames that became events. The observer goes on after the agent's end, until every frame is an event or counted. */
async function observedFrames(frames: number): Promise<number> {
  const until = performance.now() + 15_000;
  for (;;) {
    const events = existsSync(EVENTS) ? readFileSync(EVENTS, "latin1").split("\n") : [];
    const seen = events.filter((line) => line.includes(".message.chunk")).length;
    const lost = events.reduce(
      (sum, line) => sum + Number(/lines\.dropped.*"lines":(\d+)/.exec(line)?.[1] ?? 0),
      0,
    );
    if (seen + lost >= frames || performance.now() > until) return seen;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function report(row: Row, values: Values): void {
  const medianOf = (way: Way, figure: string): number => median(values[way]?.[figure] ?? []);
  const gates = row.gates.map((gate) => ({ ...gate, ...judge(gate, medianOf) }));
  const medians = Object.fromEntries(
    row.ways.map((way) => [
      way,
      Object.fromEntries(
        Object.keys(values[way] ?? {}).map((figure) => [figure, short(medianOf(way, figure))]),
      ),
    ]),
  );
  process.stdout.write(
    `${JSON.stringify({ row: row.name, rounds: Number(rounds), unit: row.unit, medians, gates })}\n`,
  );
  const lines = row.ways.map((way) => `  ${way.padEnd(9)} ${JSON.stringify(medians[way])}`);
  const judged = gates.map(
    ({ figure, way, to, ratio, atMost, isMet }) =>
      `  ${isMet ? "met   " : "MISSED"} ${figure} of ${way} is ${short(ratio)} × ${to} (at most ${short(atMost)})`,
  );
  process.stderr.write(
    `${row.name} (${row.unit}, medians of ${rounds})\n${[...lines, ...judged].join("\n")}\n`,
  );
}

function judge(
  { figure, way, to, atMost }: Gate,
  medianOf: (way: Way, figure: string) => number,
): { readonly ratio: number; readonly isMet: boolean } {
  const ratio = medianOf(way, figure) / medianOf(to, figure);
  return { ratio, isMet: ratio <= atMost };
}
