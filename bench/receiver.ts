import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { short } from "./measure.js";
import type { Load, LoadOptions } from "./receiver/load.js";
import { posts } from "./receiver/posts.js";
import { openReader } from "./receiver/reader.js";
import { type Point, slope } from "./receiver/slope.js";
import { taps } from "./receiver/taps.js";

// `node dist/bench/receiver.js [posts|taps] [SECONDS] [EVENTS-A-SECOND]`: a receiver in a process of its own, 50 emitters at
// once, each with a session, 20 readers of server-sent events, 30 s of 1,000 events/s, and 30 s of the same before that in
// which the heap finds its size. Emitters post events, or are the taps of tees. Prints what arrived and what did not, the slope
// of the receiver's memory, and exits 1 where an event of severity notice or above is missing anywhere.
const LOADS: Readonly<Record<string, Load>> = { posts, taps };
const [kind = "posts", ...numbers] = process.argv.slice(2);
const [SECONDS = 30, RATE = 1_000] = numbers.map(Number);
const load = LOADS[kind];
if (load === undefined) throw new Error(`No load is called ${kind}`);
const EMITTERS = 50;
const READERS = 20;
/** What is late on a busy machine is not lost; what was not delivered by then is. */
const DRAIN_MS = 60_000;
const WARM_SECONDS = 30;
const MAIN = fileURLToPath(new URL("../src/cli/main.js", import.meta.url));
const state = mkdtempSync(join(tmpdir(), "acp-assay-bench-"));

const receiver = spawn(process.execPath, [MAIN, "receive", "--port", "0", "--buffer", "100"], {
  stdio: ["ignore", "pipe", "inherit"],
  env: { ...process.env, ACP_TEE_STATE_DIR: state },
});
process.on("exit", () => receiver.kill("SIGKILL"));
const [boot] = await once(receiver.stdout, "data");
// The one line that `receive` prints.
const { port } = JSON.parse(String(boot)) as { readonly port: number };

const readers = await Promise.all(
  Array.from({ length: READERS }, async () => await openReader(port, load.counts)),
);
const graves = await Promise.all(
  Array.from({ length: 2 }, async () => await openReader(port, isCountedGrave)),
);
const memory: Point[] = [];
const started = performance.now();
const look = setInterval(() => memory.push({ seconds: elapsed(), mebibytes: residentMebibytes() }), 500);
const options: LoadOptions = {
  port,
  emitters: EMITTERS,
  rate: RATE,
  elapsed,
  isOver: () => elapsed() > WARM_SECONDS + SECONDS,
};
const emitted = await Promise.all(
  Array.from({ length: EMITTERS }, async (_, index) => await load.emitAll(index, options)),
);
const seconds = elapsed();
clearInterval(look);

const all = emitted.flat();
const grave = all.filter(({ isGrave }) => isGrave).length;
await until(
  () => readers.every((ids) => ids.size === all.length) && graves.every((ids) => ids.size === grave),
);
const missing = readers.map((ids) => all.length - ids.size);
const missingGrave = graves.map((ids) => grave - ids.size);
receiver.kill("SIGTERM");
const [code] = await once(receiver, "close");
rmSync(state, { recursive: true });

const measured = memory.filter((point) => point.seconds >= WARM_SECONDS);
process.stdout.write(
  `${JSON.stringify({
    load: kind,
    emitters: EMITTERS,
    readers: READERS + graves.length,
    seconds: short(seconds),
    events: all.length,
    eventsPerSecond: short(all.length / seconds),
    deliveredPerSecond: short((all.length * READERS) / seconds),
    missing: Math.max(...missing),
    missingNoticeOrAbove: Math.max(...missingGrave),
    memoryMebibytes: {
      start: memory.at(0)?.mebibytes,
      warm: measured.at(0)?.mebibytes,
      end: measured.at(-1)?.mebibytes,
    },
    memorySlopeMebibytesPerMinute: short(slope(measured) * 60),
    receiverExit: code,
  })}\n`,
);
process.exit(missingGrave.some((count) => count > 0) || code !== 0 ? 1 : 0);

function isCountedGrave(json: string): boolean {
  return load?.counts(json) === true && load.isGrave(json);
}

function elapsed(): number {
  return (performance.now() - started) / 1000;
}

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + DRAIN_MS;
  while (!isTrue() && performance.now() < deadline) await delay(50);
}

function residentMebibytes(): number {
  const [, kib = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${receiver.pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kib) / 1024);
}
