import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bytesOf } from "../src/driver/sandwich/payload.js";
import { runCampaign, type TrialSource } from "../src/fuzz/campaign/campaign.js";
import { caseOfTrial, type Trial } from "../src/fuzz/campaign/trial.js";
import { Trials } from "../src/fuzz/campaign/trials.js";
import { readProfile } from "../src/fuzz/profile.js";
import { loadGrammar } from "../src/fuzz/traffic/lines.js";
import { TOXICS } from "../src/fuzz/traffic/toxics.js";

// `node dist/bench/fuzz-million.js [SESSIONS] [WORKERS]`: acp-tee under all toxics, broken sinks among them, for 10,000
// schedules and a million generated frames or more; exit 1 unless both are reached and nothing was found. A schedule is
// how a session is played: its writes with direction, length and cuts, its waits, pauses, logs, toxics and ending, in their
// order, without what the frames say. Two sessions that differ only in what is said are one schedule.
// It takes more than an hour, so it may be played in parts: `--from N` leaves out the sessions before number N and asks for
// no least number, Ctrl-C ends it with what was shown so far, and `--count` only counts the schedules of all sessions.
const LEAST_SCHEDULES = 10_000;
const LEAST_FRAMES = 1_000_000;
const PROGRESS_MS = 60_000;
const { values, positionals } = parseArgs({
  options: { from: { type: "string", default: "0" }, count: { type: "boolean", default: false } },
  allowPositionals: true,
});
const [sessions = 10_300, workers = 2] = positionals.map(Number);
const from = Number(values.from);
delete process.env["NODE_EXTRA_CA_CERTS"];
const profile = readProfile(fileURLToPath(new URL("../../bench/relays/acp-tee.json", import.meta.url)));
const trials = new Trials({
  grammar: await loadGrammar("v1"),
  depth: "full",
  seed: 1,
  toxics: new Set(TOXICS),
  mayBreak: true,
  ...(profile.sinks === undefined ? {} : { sinks: profile.sinks }),
});
const schedules = new Set<string>();
const counted: TrialSource = {
  count: sessions - from,
  at: (number) => {
    const trial = trials.at(from + number);
    if (trial !== undefined) schedules.add(scheduleOf(trial));
    return trial;
  },
};
if (values.count) {
  for (let number = 0; number < counted.count; number += 1) counted.at(number);
  process.stdout.write(`${JSON.stringify({ sessions, schedules: schedules.size })}\n`);
  process.exit(schedules.size >= LEAST_SCHEDULES ? 0 : 1);
}
const state = mkdtempSync(join(tmpdir(), "acp-assay-million-"));
process.env["ACP_TEE_STATE_DIR"] = state;
const started = performance.now();
let told = started;
const interruption = new AbortController();
process.once("SIGINT", () => interruption.abort());

const { findings, statistics } = await runCampaign({
  bridge: [fileURLToPath(new URL("../acp-tee.cjs", import.meta.url)), "{agent}"],
  profile,
  trials: counted,
  shard: { index: 0, count: 1 },
  runs: sessions - from,
  forMs: Number.POSITIVE_INFINITY,
  workers,
  waitMs: 5000,
  startMs: 30_000,
  shrinkMs: 60_000,
  signal: interruption.signal,
  onTrial: (sofar, found) => {
    if (performance.now() - told < PROGRESS_MS) return;
    told = performance.now();
    process.stderr.write(`${sofar.sessions} sessions, ${sofar.frames} frames, ${found} findings\n`);
  },
});
rmSync(state, { recursive: true, force: true });
const { frames, bytes } = statistics;
const minutes = Math.round((performance.now() - started) / 6000) / 10;
const found = findings.map(({ checkId, difference, trial, isFlaky }) => ({
  checkId,
  difference,
  trial,
  isFlaky,
}));
process.stdout.write(
  `${JSON.stringify({ from, sessions: statistics.sessions, schedules: schedules.size, frames, bytes, minutes, found })}\n`,
);
const isEnough = from > 0 || (schedules.size >= LEAST_SCHEDULES && frames >= LEAST_FRAMES);
process.exitCode = isEnough && found.length === 0 ? 0 : 1;

function scheduleOf(trial: Trial): string {
  const { steps, sinkFault } = caseOfTrial(trial);
  const played = steps.map((step) =>
    "payload" in step ? { ...step, payload: bytesOf(step.payload).length } : step,
  );
  return createHash("sha256")
    .update(JSON.stringify([played, sinkFault]))
    .digest("base64");
}
