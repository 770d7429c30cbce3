import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ACP_TEE } from "../../test/bridge/subject.js";
import { short } from "../measure.js";
import { childrenOf, peakMb, processorSeconds, proportionalMb, relayBeside } from "./process-facts.js";
import { compilePrograms, FOLDER } from "./programs.js";
import { observing } from "./ways.js";

// `node dist/bench/tee/memory.js`: what an observing acp-tee takes while its client reads slowly, while its observer stands
// still, and while fifty of them have nothing to do. One JSON object a line, with what is asked of it.
const MOST_MB = 128;
const MOST_PSS_MB = 16;
const MOST_IDLE_PROCESSOR_SHARE = 0.01;
const TEES = 50;
const IDLE_SECONDS = 10;
const SETTLED_MS = 20_000;
const programs = compilePrograms();
const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env;
const stream = [programs.agent, "stream"];

await peak("a client that reads 1 MB/s", ["slow", "1000000"], ACP_TEE, [...stream, "20000", "300", "300"]);
await peak("a client that reads 20 MB/s", ["slow", "20000000"], ACP_TEE, [...stream, "5000", "60000", "300"]);
await peak("an observer that stands still", ["read", "2800000000"], withStalledObserver(), [
  ...stream,
  "42725",
  "65536",
  "65536",
]);
await manyIdle();

/** As parent: there the process that carries and observes is the one that the editor started. */
async function peak(
  name: string,
  editor: readonly string[],
  tee: string,
  agent: readonly string[],
): Promise<void> {
  const events = join(FOLDER, "memory.jsonl");
  const argv = [...editor, process.execPath, tee, ...observing(events), ...agent];
  const child = spawn(programs.editor, argv, { env, stdio: ["ignore", "ignore", "inherit"] });
  let mb = 0;
  const timer = setInterval(() => {
    const [pid] = childrenOf(child.pid ?? 0);
    if (pid !== undefined) mb = Math.max(mb, peakMb(pid));
  }, 50);
  await once(child, "close");
  clearInterval(timer);
  print({ name, peakMb: short(mb), atMost: MOST_MB, isMet: mb <= MOST_MB });
}

async function manyIdle(): Promise<void> {
  const tees = Array.from({ length: TEES }, (_, at) => {
    const argv = [...observing(join(FOLDER, `idle-${at}.jsonl`)), "cat"];
    return spawn(ACP_TEE, argv, { env, stdio: ["pipe", "pipe", "inherit"] });
  });
  for (let turn = 0; turn < 21; turn += 1) await Promise.all(tees.map(roundTrip));
  // Some seconds after the last work each Node tidies its memory up, once.
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  const relays = tees.flatMap(({ pid = 0 }) => relayBeside(pid) ?? []);
  const used = (): number => relays.reduce((sum, pid) => sum + processorSeconds(pid), 0);
  const before = used();
  await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1_000));
  const share = (used() - before) / IDLE_SECONDS;
  const pssMb = relays.reduce((sum, pid) => sum + proportionalMb(pid), 0) / relays.length;
  for (const tee of tees) tee.stdin.end();
  print({
    name: `${relays.length} observing tees with nothing to do`,
    pssMbEach: short(pssMb),
    atMost: MOST_PSS_MB,
    processorShareOfAll: short(share),
    shareAtMost: MOST_IDLE_PROCESSOR_SHARE,
    isMet: pssMb <= MOST_PSS_MB && share <= MOST_IDLE_PROCESSOR_SHARE,
  });
}

async function roundTrip({ stdin, stdout }: ChildProcess): Promise<void> {
  if (stdin === null || stdout === null) return;
  stdin.write(
    '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"plan"}}}\n',
  );
  await once(stdout, "data");
}

function withStalledObserver(): string {
  const place = join(FOLDER, "stalled", "src", "observer");
  mkdirSync(place, { recursive: true });
  writeFileSync(
    join(place, "observer-bundle.js"),
    "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);",
  );
  const copy = join(FOLDER, "stalled", "acp-tee.cjs");
  copyFileSync(ACP_TEE, copy);
  return copy;
}

function print(row: object): void {
  process.stdout.write(`${JSON.stringify(row)}\n`);
}
