import { fileURLToPath } from "node:url";
import { bytesOf } from "../src/driver/sandwich/payload.js";
import { Fault } from "../src/fault.js";
import { runCampaign } from "../src/fuzz/campaign/campaign.js";
import type { Finding } from "../src/fuzz/campaign/finding.js";
import { Trials } from "../src/fuzz/campaign/trials.js";
import { profileOfLevel } from "../src/fuzz/profile.js";
import { loadGrammar } from "../src/fuzz/traffic/lines.js";
import { TOXICS } from "../src/fuzz/traffic/toxics.js";
import { BRIDGE_STUBS } from "../stubs/bridge/catalogue.js";

// `node dist/bench/fuzz-mutants.js [NAME…]`: a campaign as `fuzz --seed 1 --for 60s --workers 2` on each stub bridge, one
// after the other, and what it came to as one JSON object a line: the first finding, how long it took, what shrinking left.
// Where it is set, every start of a Node process reads and parses a file of certificates.
delete process.env["NODE_EXTRA_CA_CERTS"];
const FOR_MS = 60_000;
const names = process.argv.slice(2);
const stubs = BRIDGE_STUBS.filter(({ name }) => names.length === 0 || names.includes(name));
const stranger = names.find((name) => stubs.every((stub) => stub.name !== name));
if (stranger !== undefined) throw new Fault("usage", `There is no stub bridge "${stranger}"`);
const trials = new Trials({
  grammar: await loadGrammar("v1"),
  depth: "full",
  seed: 1,
  toxics: new Set(TOXICS),
  mayBreak: true,
});

for (const { name, kind } of stubs) {
  process.stdout.write(`${JSON.stringify({ name, kind, ...(await look(name)) })}\n`);
}

async function look(name: string): Promise<object> {
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
    const solid = findings
      .filter(({ isFlaky }) => !isFlaky)
      .sort((left, right) => left.foundMs - right.foundMs);
    const checkIds = [...new Set(solid.map(({ checkId }) => checkId))].sort();
    return {
      found: solid.length > 0,
      ...leastOf(solid),
      checkIds,
      flaky: findings.length - solid.length,
      sessions: statistics.sessions,
    };
  } catch (error) {
    if (error instanceof Fault) return { found: false, fault: error.code, message: error.message };
    throw error;
  }
}

function leastOf([first]: readonly Finding[]): object {
  if (first === undefined) return {};
  const { checkId, foundMs, frames, played } = first;
  const bytes = played.steps.map((step) => ("payload" in step ? bytesOf(step.payload).length : 0));
  return { checkId, foundMs, frames, bytes: bytes.reduce((sum, count) => sum + count, 0) };
}
