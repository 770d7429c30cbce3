import { readFileSync } from "node:fs";
import { join } from "node:path";
import { frameOfText, initialState, mapSession } from "../../src/mapping/mapping.js";
import type { Direction } from "../../src/wire/direction.js";
import { compilePrograms, FOLDER } from "./programs.js";
import { openTee, type Pace, type Passed, pass } from "./soak/both-ways.js";
import { startAndKill } from "./soak/kills.js";
import { type MemoryReport, watchMemory } from "./soak/memory-watch.js";
import { mixedTraffic, type Traffic, unanswered } from "./soak/traffic.js";

// `node dist/bench/tee/soak.js [SECONDS]`: whether acp-tee with an observer stays as it is. Mixed traffic at full speed both
// ways; then requests that nobody answers, with ten notifications each; then starts and kills. One JSON object a part.
const [seconds = "600"] = process.argv.slice(2);
const REQUESTS_EACH_WAY = 50_000;
const KILLS = 100;
const SAMPLE_MS = 250;
const DELIVERY_MS = 10_000;
const programs = compilePrograms();
const random = numbers(20_260_101);

// The process that is measured runs as it does for users.
delete process.env["NODE_OPTIONS"];

const FULL_SPEED: Pace = {
  blocksPerSecond: Number.POSITIVE_INFINITY,
  until: performance.now() + Number(seconds) * 1_000,
};
/** Slow enough for an observer to see every frame: 8 800 a second. */
const OBSERVABLE: Pace = { blocksPerSecond: 400, until: Number.POSITIVE_INFINITY };

print({
  part: "mixed traffic",
  ...(await soak("mixed", (direction) => mixedTraffic(direction, random), FULL_SPEED, "20000000")),
});
print({
  part: "unanswered requests",
  requests: 2 * REQUESTS_EACH_WAY,
  notifications: 20 * REQUESTS_EACH_WAY,
  ...(await soak(
    "unanswered",
    (direction) => unanswered(direction, REQUESTS_EACH_WAY),
    OBSERVABLE,
    "2000000000",
  )),
  observedEvents: eventsIn(join(FOLDER, "unanswered-events")),
  mapping: foldUnanswered(),
});
print({ part: "starts and kills", ...(await startAndKill(KILLS, FOLDER, [programs.agent, "echo"], random)) });

async function soak(
  name: string,
  traffic: (direction: Direction) => Traffic,
  pace: Pace,
  maxFileBytes: string,
): Promise<MemoryReport & { readonly seconds: number; readonly passed: readonly Passed[] }> {
  const files = ["events", "trace", "state-dir"].flatMap((sink) => [
    `--${sink}`,
    join(FOLDER, `${name}-${sink}`),
  ]);
  const tee = await openTee([...files, "--deltas", "--max-file-bytes", maxFileBytes]);
  const started = performance.now();
  const memory = watchMemory(tee.relay, SAMPLE_MS);
  const directions = ["c2a", "a2c"] as const;
  const passed = await Promise.all(directions.map((way) => pass(tee, way, traffic(way), pace)));
  const report = { seconds: Math.round((performance.now() - started) / 1_000), passed, ...memory() };
  // The observer goes on for a while with what is in the rings.
  tee.close();
  await new Promise((resolve) => setTimeout(resolve, DELIVERY_MS));
  return report;
}

/** What the fold that the observer runs remembers of the same frames, and what it has given up. */
function foldUnanswered(): object {
  const state = initialState();
  const ways = { c2a: unanswered("c2a", REQUESTS_EACH_WAY), a2c: unanswered("a2c", REQUESTS_EACH_WAY) };
  for (let at = 0; at < REQUESTS_EACH_WAY; at += 1) {
    for (const direction of ["c2a", "a2c"] as const) {
      const block = ways[direction].next().value ?? "";
      for (const text of String(block).split("\n").slice(0, -1)) {
        const frame = frameOfText(direction, text);
        if (frame !== undefined) mapSession(state, frame);
      }
    }
  }
  const { requests, sessions, toolCalls, counts } = state;
  return { open: requests.size, sessions: sessions.size, toolCalls: toolCalls.size, ...counts };
}

function eventsIn(path: string): object {
  const lines = readFileSync(path, "utf8").split("\n");
  const dropped = lines.filter((line) => line.includes("lines.dropped"));
  return { events: lines.length - 1, droppedLines: dropped.reduce((sum, line) => sum + linesOf(line), 0) };
}

function linesOf(line: string): number {
  return Number(/"lines":(\d+)/.exec(line)?.[1] ?? 0);
}

/** Numbers from 0 to below 1 that are the same for the same seed (xorshift32, Marsaglia 2003). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

function print(part: object): void {
  process.stdout.write(`${JSON.stringify(part)}\n`);
}
