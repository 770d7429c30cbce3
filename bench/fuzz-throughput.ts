import type { Buffer } from "node:buffer";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { lineEndsOf } from "../src/driver/sandwich/payload.js";
import { runCampaign } from "../src/fuzz/campaign/campaign.js";
import { expectedOf } from "../src/fuzz/campaign/expected.js";
import { caseOfTrial } from "../src/fuzz/campaign/trial.js";
import { Trials } from "../src/fuzz/campaign/trials.js";
import { profileOfLevel } from "../src/fuzz/profile.js";
import { loadGrammar } from "../src/fuzz/traffic/lines.js";
import { TOXICS, type Toxic } from "../src/fuzz/traffic/toxics.js";
import { short } from "./measure.js";

// `node dist/bench/fuzz-throughput.js [SESSIONS]`: frames per second that a campaign generates, carries through acp-tee and
// compares, without toxics and with all of them, beside a `cat` that moves the bytes of the same sessions with no generation
// and no comparison. One JSON object a row; exit 1 when a campaign without toxics is neither above 20,000 frames per second
// nor above 5 % of the bare pipe.
const GATE_FRAMES = 20_000;
const GATE_SHARE = 0.05;
const sessions = Number(process.argv[2] ?? 60);
const tee = fileURLToPath(new URL("../acp-tee.cjs", import.meta.url));
// Where it is set, every start of a Node process reads and parses a file of certificates.
delete process.env["NODE_EXTRA_CA_CERTS"];
const grammar = await loadGrammar("v1");
const options = { grammar, depth: "full", seed: 1, mayBreak: true } as const;
const fixedCount = new Trials({ ...options, depth: "lean", toxics: new Set() }).count;

const plain = await throughTheSandwich(new Set());
const rough = await throughTheSandwich(new Set(TOXICS));
const bare = await throughCat();
print("acp-tee, no toxics", plain);
print("acp-tee, all toxics", rough);
print("bare pipe", bare);
const [own, pipe] = [plain, bare].map(({ frames, ms }) => (frames * 1000) / ms);
const share = (own ?? 0) / (pipe ?? Number.POSITIVE_INFINITY);
const holds = (own ?? 0) >= GATE_FRAMES || share >= GATE_SHARE;
process.stdout.write(`${JSON.stringify({ shareOfBarePipe: short(share), holds })}\n`);
process.exitCode = holds ? 0 : 1;

interface Moved {
  readonly frames: number;
  readonly bytes: number;
  readonly ms: number;
}

function print(row: string, { frames, bytes, ms }: Moved): void {
  const rates = {
    framesPerSecond: short((frames * 1000) / ms),
    megabytesPerSecond: short(bytes / ms / 1000),
  };
  process.stdout.write(`${JSON.stringify({ row, sessions, frames, bytes, ms: Math.round(ms), ...rates })}\n`);
}

/** The random sessions of seed 1, made while they are played. */
async function throughTheSandwich(toxics: ReadonlySet<Toxic>): Promise<Moved> {
  const trials = new Trials({ ...options, toxics });
  const started = performance.now();
  const { statistics, findings } = await runCampaign({
    bridge: [tee, "{agent}"],
    profile: profileOfLevel("bytes"),
    trials: { count: sessions, at: (number) => trials.at(fixedCount + number) },
    shard: { index: 0, count: 1 },
    runs: sessions,
    forMs: Number.POSITIVE_INFINITY,
    workers: 2,
    waitMs: 5000,
    startMs: 20_000,
    shrinkMs: 30_000,
    signal: new AbortController().signal,
  });
  if (findings.length > 0) throw new Error(`acp-tee is no yardstick: it failed ${findings[0]?.checkId}`);
  return { ...statistics, ms: performance.now() - started };
}

/** The bytes of the same sessions, made beforehand. */
async function throughCat(): Promise<Moved> {
  const trials = new Trials({ ...options, toxics: new Set() });
  const streams: Buffer[] = [];
  for (let number = 0; number < sessions; number += 1) {
    const trial = trials.at(fixedCount + number);
    if (trial === undefined) continue;
    const { received } = expectedOf(caseOfTrial(trial).steps);
    streams.push(received.c2a, received.a2c);
  }
  const bytes = streams.reduce((sum, stream) => sum + stream.length, 0);
  const frames = streams.reduce((sum, stream) => sum + lineEndsOf(stream), 0);
  const started = performance.now();
  const cat = spawn("cat", { stdio: ["pipe", "pipe", "inherit"] });
  cat.stdout.resume();
  for (const stream of streams) if (!cat.stdin.write(stream)) await once(cat.stdin, "drain");
  cat.stdin.end();
  await once(cat.stdout, "end");
  return { frames, bytes, ms: performance.now() - started };
}
