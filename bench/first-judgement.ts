import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { loadProtocol } from "../src/protocol/load-protocol.js";
import { isSchemaId, schemaIds } from "../src/protocol/schema-id.js";
import { short } from "./measure.js";

// `node dist/bench/first-judgement.js`: what the validators add to the start of a command, in fresh processes: loading the
// tables of a schema and judging one value, in ms, the median of seven, as one JSON object a schema.
const ROUNDS = 7;
const [asked] = process.argv.slice(2);

if (asked !== undefined && isSchemaId(asked)) {
  const started = performance.now();
  const protocol = await loadProtocol(asked);
  protocol.judge("request", "initialize", "c2a", { protocolVersion: 1 });
  process.stdout.write(`${performance.now() - started}`);
} else {
  for (const schema of schemaIds) {
    const times = Array.from({ length: ROUNDS }, () => firstJudgement(schema)).sort((a, b) => a - b);
    const medianMs = short(times[Math.floor(ROUNDS / 2)] ?? Number.NaN);
    process.stdout.write(
      `${JSON.stringify({ schema, medianMs, slowestMs: short(times.at(-1) ?? Number.NaN) })}\n`,
    );
  }
}

function firstJudgement(schema: string): number {
  const { stdout } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), schema], {
    encoding: "utf8",
  });
  return Number(stdout);
}
