import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { short } from "./measure.js";

// `node dist/bench/receiver.js [SECONDS] [EVENTS-A-SECOND]`: a receiver in a process of its own, 50 emitters at once, each
// with a session, 20 readers of server-sent events, 30 s of 1,000 events/s, and 30 s of the same before that in which the
// heap finds its size. Prints what arrived and what did not, the slope of the receiver's memory, and exits 1 where an event
// of severity notice or above is missing anywhere.
const [SECONDS = 30, RATE = 1_000] = process.argv.slice(2).map(Number);
const EMITTERS = 50;
const READERS = 20;
const ROUND_MS = 250;
const DRAIN_MS = 10_000;
const WARM_SECONDS = 30;
const MAIN = fileURLToPath(new URL("../src/cli/main.js", import.meta.url));
const GRAVE = new Set(["notice", "warning", "error", "critical"]);
const SEVERITIES = ["debug", "debug", "info", "info", "info", "notice", "warning", "error"];

const receiver = spawn(process.execPath, [MAIN, "receive", "--port", "0", "--buffer", "100"], {
  stdio: ["ignore", "pipe", "inherit"],
});
process.on("exit", () => receiver.kill("SIGKILL"));
const [boot] = await once(receiver.stdout, "data");
// The one line that `receive` prints.
const { port } = JSON.parse(String(boot)) as { readonly port: number };

const readers = await Promise.all(Array.from({ length: READERS }, async () => await openReader()));
const memory: { readonly seconds: number; readonly mebibytes: number }[] = [];
let retries = 0;
const started = performance.now();
const look = setInterval(() => memory.push({ seconds: elapsed(), mebibytes: residentMebibytes() }), 500);
const agent = new Agent({ keepAlive: true, maxSockets: EMITTERS });
const emitted = await Promise.all(Array.from({ length: EMITTERS }, async (_, index) => await emitAll(index)));
const seconds = elapsed();
clearInterval(look);

const all = emitted.flat();
const grave = all.filter(({ severity }) => GRAVE.has(severity)).map(({ id }) => id);
await until(() => readers.every((ids) => ids.size === all.length));
const missing = readers.map((ids) => all.length - ids.size);
const missingGrave = readers.map((ids) => grave.filter((id) => !ids.has(id)).length);
receiver.kill("SIGTERM");
const [code] = await once(receiver, "close");
agent.destroy();

const measured = memory.filter((point) => point.seconds >= WARM_SECONDS);
const isLost = missingGrave.some((count) => count > 0);
process.stdout.write(
  `${JSON.stringify({
    emitters: EMITTERS,
    readers: READERS,
    seconds: short(seconds),
    events: all.length,
    eventsPerSecond: short(all.length / seconds),
    deliveredPerSecond: short((all.length * READERS) / seconds),
    retries,
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
process.exitCode = isLost || code !== 0 ? 1 : 0;

function elapsed(): number {
  return (performance.now() - started) / 1000;
}

interface Emitted {
  readonly id: string;
  readonly severity: string;
}

/** One emitter: a batch every round, on its own clock, until the time is over. */
async function emitAll(emitter: number): Promise<Emitted[]> {
  const own: Emitted[] = [];
  const session = `bench-${emitter}`;
  await delay((ROUND_MS / EMITTERS) * emitter);
  while (elapsed() < WARM_SECONDS + SECONDS) {
    const due = Math.floor((elapsed() * RATE) / EMITTERS) - own.length;
    const lines: string[] = [];
    for (let index = 0; index < due; index += 1) {
      const seq = own.length;
      const severity = SEVERITIES[seq % SEVERITIES.length] ?? "info";
      const id = `${session}-${seq}`;
      own.push({ id, severity });
      lines.push(JSON.stringify(eventOf(session, seq, id, severity)));
    }
    if (lines.length > 0) await postSurely(lines.join("\n"));
    await delay(ROUND_MS);
  }
  return own;
}

function eventOf(session: string, seq: number, id: string, severity: string): object {
  const data = { tool: { name: "Read src/main.ts", call_id: id }, kind: "read", args_digest: "0".repeat(32) };
  const source = `aep://bench/agent/acp/session/${session}`;
  const type = "tool.requested";
  return {
    aep: "0.1",
    id,
    type,
    time: new Date().toISOString(),
    source,
    agent: "acp",
    session,
    seq,
    severity,
    data,
  };
}

/** Sends a batch again where its connection broke: what was taken already is passed over. */
async function postSurely(body: string): Promise<void> {
  await post(body).catch(async () => {
    retries += 1;
    await post(body);
  });
}

async function post(body: string): Promise<void> {
  const headers = { "aep-version": "0.1", "content-type": "application/x-ndjson" };
  const asked = request({ host: "127.0.0.1", port, path: "/events", method: "POST", agent, headers });
  asked.on("error", () => undefined);
  asked.end(body);
  const [response] = await once(asked, "response");
  response.resume();
  await once(response, "end");
  if (response.statusCode !== 202) throw new Error(`Cannot emit: ${response.statusCode}`);
}

/** A reader that only looks for ids, since twenty of them share one processor with the emitters. */
async function openReader(): Promise<Set<string>> {
  const ids = new Set<string>();
  const asked = request({ host: "127.0.0.1", port, path: "/stream" });
  asked.end();
  const [response] = await once(asked, "response");
  let rest = "";
  response.setEncoding("utf8");
  response.on("data", (chunk: string) => {
    const blocks = (rest + chunk).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const from = block.indexOf('"id":"') + 6;
      if (from > 6) ids.add(block.slice(from, block.indexOf('"', from)));
    }
  });
  return ids;
}

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + DRAIN_MS;
  while (!isTrue() && performance.now() < deadline) await delay(50);
}

function residentMebibytes(): number {
  const [, kib = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${receiver.pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kib) / 1024);
}

/** Least squares: mebibytes a second. */
function slope(points: readonly { readonly seconds: number; readonly mebibytes: number }[]): number {
  const mean = (of: (point: (typeof points)[number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point.seconds), mean((point) => point.mebibytes)];
  const above = points.reduce((sum, point) => sum + (point.seconds - x) * (point.mebibytes - y), 0);
  return above / points.reduce((sum, point) => sum + (point.seconds - x) ** 2, 0);
}
