import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { shardOf } from "../src/cli/fuzz-options.js";
import { byteCountOf, linesIn } from "../src/driver/sandwich/payload.js";
import { Fault } from "../src/fault.js";
import { runCampaign } from "../src/fuzz/campaign/campaign.js";
import type { Finding } from "../src/fuzz/campaign/finding.js";
import { Trials } from "../src/fuzz/campaign/trials.js";
import { profileOfLevel } from "../src/fuzz/profile.js";
import { loadGrammar } from "../src/fuzz/traffic/lines.js";
import { TOXICS } from "../src/fuzz/traffic/toxics.js";
import { BRIDGE_STUBS, MUTANTS } from "../stubs/bridge/catalogue.js";
import { CAMPAIGN_MUTANTS } from "../stubs/bridge/catalogue-campaign.js";

// `node dist/bench/fuzz-mutants.js [--table] [--shard I/N] [NAME…]`: a campaign as `fuzz --seed 1 --for 60s --workers 2`
// on each mutant, one after the other, until its first finding: how long that took, after how many sessions, and what
// shrinking left of it. One JSON object a line, or with --table the rows of docs/fuzz-mutants.md.
// Where it is set, every start of a Node process reads and parses a file of certificates.
delete process.env["NODE_EXTRA_CA_CERTS"];
const FOR_MS = 60_000;
const { values, positionals: names } = parseArgs({
  options: { table: { type: "boolean", default: false }, shard: { type: "string" } },
  allowPositionals: true,
});
const { index, count } = shardOf(values.shard);
const stranger = names.find((name) => BRIDGE_STUBS.every((stub) => stub.name !== name));
if (stranger !== undefined) throw new Fault("usage", `There is no stub bridge "${stranger}"`);
const chosen =
  names.length > 0
    ? BRIDGE_STUBS.filter(({ name }) => names.includes(name))
    : [...MUTANTS, ...CAMPAIGN_MUTANTS];
const stubs = chosen.filter((_, place) => place % count === index);
const trials = new Trials({
  grammar: await loadGrammar("v1"),
  depth: "full",
  seed: 1,
  toxics: new Set(TOXICS),
  mayBreak: true,
});

/** What a campaign made of one mutant. */
interface Row {
  readonly found: boolean;
  readonly checkId?: string;
  readonly foundMs?: number;
  readonly sessions?: number;
  /** Distinct lines that are left, how often the most repeated one is said, and the bytes of all. */
  readonly frames?: number;
  readonly times?: number;
  readonly bytes?: number;
  readonly isFlaky?: boolean;
  readonly fault?: string;
}

if (values.table) {
  process.stdout.write("| mutant | defect | found after | sessions | frames left | bytes | by |\n");
  process.stdout.write("|---|---|---|---|---|---|---|\n");
}
for (const { name, defect } of stubs) {
  const row = await look(name);
  process.stdout.write(values.table ? tableRow(name, defect, row) : `${JSON.stringify({ name, ...row })}\n`);
}

async function look(name: string): Promise<Row> {
  const program = fileURLToPath(new URL(`../stubs/bridge/${name}.js`, import.meta.url));
  try {
    const { findings, statistics } = await runCampaign({
      bridge: [process.execPath, program, "{agent}"],
      profile: profileOfLevel("bytes"),
      trials,
      shard: { index: 0, count: 1 },
      runs: Number.POSITIVE_INFINITY,
      forMs: FOR_MS,
      workers: 2,
      waitMs: 2000,
      startMs: 20_000,
      shrinkMs: 30_000,
      mostFindings: 1,
      signal: new AbortController().signal,
    });
    return { ...leastOf(findings), sessions: statistics.sessions };
  } catch (error) {
    if (error instanceof Fault) return { found: false, fault: error.message };
    throw error;
  }
}

/** The smallest of what was found. */
function leastOf(findings: readonly Finding[]): Row {
  const [least] = findings
    .filter(({ isFlaky }) => !isFlaky)
    .concat(findings)
    .sort((left, right) => left.frames - right.frames);
  if (least === undefined) return { found: false };
  const { checkId, foundMs, frames, played, isFlaky } = least;
  const payloads = played.steps.flatMap((step) => ("payload" in step ? [step.payload] : []));
  const counts = payloads.flatMap((payload) => [...linesIn(payload).values()]);
  const times = counts.reduce((most, count) => Math.max(most, count), 1);
  const bytes = payloads.reduce((sum, payload) => sum + byteCountOf(payload), 0);
  return { found: true, checkId, foundMs, frames, times, bytes, isFlaky };
}

function tableRow(name: string, defect: string, row: Row): string {
  const { found, foundMs = 0, sessions, frames = 0, times = 1, bytes, checkId, isFlaky = false } = row;
  if (!found) return `| ${name} | ${defect} | not | ${sessions ?? 0} | | | ${row.fault ?? ""} |\n`;
  const left = times > 1 ? `${frames} × ${times}` : `${frames}`;
  const check = `${checkId?.replace("bridge.promise.", "")}${isFlaky ? " (flaky)" : ""}`;
  return `| ${name} | ${defect} | ${(foundMs / 1000).toFixed(1)} s | ${sessions} | ${left} | ${bytes} | ${check} |\n`;
}
