import { spawn } from "node:child_process";
import { once } from "node:events";
import { behindTee } from "../test/bridge/subject.js";
import { median, short } from "./measure.js";

// `node dist/bench/tee-start.js`: from the start of an agent to the first byte that it echoes, direct and behind acp-tee in both
// modes, interleaved: medians in ms and their ratios to the direct start, as one JSON object an agent.
const ROUNDS = 9;
const AGENTS: Readonly<Record<string, readonly string[]>> = {
  node: [process.execPath, "-e", "process.stdin.pipe(process.stdout)"],
  cat: ["cat"],
};
const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env;

for (const [name, agent] of Object.entries(AGENTS)) {
  const ways = { direct: agent, front: behindTee(agent, "front"), parent: behindTee(agent, "parent") };
  const times = { direct: [] as number[], front: [] as number[], parent: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const way of ["direct", "front", "parent"] as const) times[way].push(await firstByteMs(ways[way]));
  }
  const [direct, front, parent] = [median(times.direct), median(times.front), median(times.parent)];
  process.stdout.write(
    `${JSON.stringify({
      agent: name,
      directMs: short(direct),
      frontMs: short(front),
      parentMs: short(parent),
      frontPerDirect: short(front / direct),
      parentPerDirect: short(parent / direct),
    })}\n`,
  );
}

async function firstByteMs([program = "", ...args]: readonly string[]): Promise<number> {
  const started = performance.now();
  const agent = spawn(program, args, { env, stdio: ["pipe", "pipe", "inherit"] });
  agent.stdin.write("x\n");
  await once(agent.stdout, "data");
  const ms = performance.now() - started;
  agent.stdin.end();
  await once(agent, "close");
  return ms;
}
