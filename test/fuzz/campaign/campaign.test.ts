import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "tap";
import { destroyAllSubjects } from "../../../src/driver/subject-process.js";
import {
  type CampaignOptions,
  type CampaignResult,
  runCampaign,
} from "../../../src/fuzz/campaign/campaign.js";
import { confirm } from "../../../src/fuzz/campaign/confirm.js";
import type { Ending } from "../../../src/fuzz/campaign/ending.js";
import { look } from "../../../src/fuzz/campaign/look.js";
import type { Trial } from "../../../src/fuzz/campaign/trial.js";
import { Trials } from "../../../src/fuzz/campaign/trials.js";
import { profileOfLevel } from "../../../src/fuzz/profile.js";
import { isPlayable, smallestSession } from "../../../src/fuzz/shrink/smallest-session.js";
import { loadGrammar } from "../../../src/fuzz/traffic/lines.js";
import { PLAIN, PLAIN_NODE } from "../../plain-node.js";

/** No bridge at all: a command that becomes the agent. */
const NOTHING = [...PLAIN, "{agent}"];
/** A bridge with one defect: it ends with code 0 however its agent ended. */
const ALWAYS_EXITS_ZERO = [...PLAIN, "sh", "-c", '"$@"; exit 0', "sh", "{agent}"];
const base = {
  bridge: NOTHING,
  profile: profileOfLevel("bytes"),
  waitMs: 2000,
  startMs: 20_000,
  shrinkMs: 20_000,
  shard: { index: 0, count: 1 },
  runs: Number.POSITIVE_INFINITY,
  forMs: 60_000,
  workers: 1,
};

function trial(ending: Ending, ...steps: Trial["acts"][number]["steps"]): Trial {
  return { acts: steps.length === 0 ? [] : [{ steps, about: [] }], ending };
}

async function campaign(
  options: Partial<CampaignOptions> & Pick<CampaignOptions, "trials">,
): Promise<CampaignResult> {
  return await runCampaign({ ...base, signal: new AbortController().signal, ...options });
}

/** The numbers of the trials that a campaign asks for; none is played. */
async function asked(count: number, options: Partial<CampaignOptions>): Promise<number[]> {
  const numbers: number[] = [];
  const at = (number: number): undefined => {
    numbers.push(number);
  };
  await campaign({ ...options, trials: { count, at } });
  return numbers;
}

test("the same seed gives the same sessions, whatever the workers do", async (t) => {
  const grammar = await loadGrammar("v1");
  const random = (seed: number): CampaignOptions["trials"] => {
    const trials = new Trials({
      grammar,
      depth: "full",
      seed,
      toxics: new Set(["agent-exits"]),
      mayBreak: true,
    });
    return { count: 2, at: (number) => trials.at(1000 + number) };
  };

  const one = await campaign({ trials: random(1) });
  const three = await campaign({ trials: random(1), workers: 3 });
  const other = await campaign({ trials: random(2), workers: 3 });

  t.equal(one.statistics.sessions, 2);
  t.same(planned(three), planned(one), "sessions, frames, bytes, what was covered and the hash");
  t.not(other.scenarioHash, one.scenarioHash);
  t.same([...one.findings, ...other.findings], [], "and without a bridge nothing differs");
});

/** All that follows from the seed: in what pieces a stream arrives is up to the machine. */
function planned({ statistics: { arrivals: _, ...statistics }, ...result }: CampaignResult): object {
  return { ...result, statistics };
}

test("the shards together are exactly the whole", async (t) => {
  const shards = await Promise.all(
    [0, 1, 2].map(async (index) => await asked(20, { shard: { index, count: 3 }, workers: 2 })),
  );

  t.same(shards[0], [0, 3, 6, 9, 12, 15, 18]);
  t.same(
    shards.flat().sort((left, right) => left - right),
    await asked(20, {}),
  );
});

test("a campaign ends at its number of runs and at its time, but plays one session at least", async (t) => {
  t.same(await asked(20, { runs: 3 }), [0, 1, 2]);
  t.same(await asked(20, { runs: 5, shard: { index: 1, count: 2 } }), [1, 3]);
  t.same(await asked(Number.POSITIVE_INFINITY, { forMs: 0, workers: 1 }), [0]);
});

test("a campaign gives up on a bridge that fails again and again, and shows one finding of a kind", async (t) => {
  const { findings, isGivenUp, statistics } = await campaign({
    bridge: ALWAYS_EXITS_ZERO,
    trials: { count: 30, at: () => trial("agent-exits") },
  });

  t.match(findings, [{ checkId: "bridge.promise.exit-code", isFlaky: false, trial: 0, frames: 0 }]);
  t.equal(findings.length, 1);
  t.ok(isGivenUp);
  t.equal(statistics.sessions, 6, "one finding and five repeats");
});

test("what is known already is no finding", async (t) => {
  const options = { bridge: ALWAYS_EXITS_ZERO, trials: { count: 1, at: () => trial("agent-exits") } };
  const { findings } = await campaign(options);

  const again = await campaign({ ...options, known: findings });

  t.equal(findings.length, 1);
  t.same(again.findings, []);
});

test("a session that is cut off by an interruption is neither counted nor held against the bridge", async (t) => {
  const interruption = new AbortController();
  const mark = `${t.testdir()}/mark`;
  const bridge = [...PLAIN, "sh", "-c", 'touch "$0"; exec "$@"', mark, "{agent}"];
  // Nobody closes the agent's input, so that this one waits until it is cut off.
  const long = trial(
    "client-closes",
    { do: "write", dir: "a2c", payload: { text: "x\n" } },
    { do: "await-agent-eof" },
  );
  const { signal } = interruption;
  const result = campaign({ bridge, trials: { count: 5, at: () => long }, waitMs: 120_000, signal });

  while (!existsSync(mark)) await sleep(20);
  interruption.abort();
  destroyAllSubjects();

  t.match(await result, { findings: [], statistics: { sessions: 0 } });
});

test("a bridge that does not start any more ends the campaign, with what was seen until then", async (t) => {
  const startsOnce = [
    ...PLAIN,
    "sh",
    "-c",
    '[ -e "$0" ] && exit 9; touch "$0"; exec "$@"',
    `${t.testdir()}/mark`,
    "{agent}",
  ];
  const trials = { count: Number.POSITIVE_INFINITY, at: () => trial("client-closes") };

  const { statistics, blockedBy } = await campaign({ bridge: startsOnce, trials });

  t.equal(statistics.sessions, 1);
  t.match(blockedBy, /^Cannot test the bridge: it ended \(code 9\) before the agent was started/);
  await t.rejects(campaign({ bridge: startsOnce, trials, workers: 2 }), {
    name: "Fault",
    code: "untestable",
  });
});

test("a finding is confirmed on the whole session where the shrunk one does not show it", async (t) => {
  const options = { ...base, bridge: ALWAYS_EXITS_ZERO, signal: new AbortController().signal };
  const [sound, broken] = [trial("client-closes"), trial("agent-exits")];
  const first = (await look(broken, options))?.seen;
  if (first === undefined) throw new Error("The bridge shows no defect");

  const confirmed = await confirm(first, [sound, broken], options);
  const unconfirmed = await confirm(first, [sound], options);

  t.match(confirmed, {
    checkId: "bridge.promise.exit-code",
    isFlaky: false,
    difference: { actual: "code 0" },
  });
  t.ok(confirmed.played.steps.some((step) => step.do === "agent-exits" && step.code === 7));
  t.match(unconfirmed, {
    checkId: "bridge.promise.exit-code",
    isFlaky: true,
    difference: { actual: "code 0" },
  });
});

test("shrinking keeps to the check: a wrong exit after a signal does not become one after a code", async (t) => {
  const program =
    'const [command, ...rest] = process.argv.slice(1); require("child_process").spawnSync(command, rest, { stdio: "inherit" }); process.exit(1)';
  const exitsOne = [...PLAIN_NODE, "-e", program, "{agent}"];
  const options = { ...base, bridge: exitsOne, signal: new AbortController().signal };
  const whole = trial("agent-dies", { do: "write", dir: "a2c", payload: { text: "x\n" } });
  const first = (await look(whole, options))?.seen;
  if (first === undefined) throw new Error("The bridge shows no defect");

  const least = await smallestSession(whole, first, options);

  t.equal(first.checkId, "bridge.promise.exit-signal");
  t.equal(least.ending, "agent-dies");
  t.same(
    least.acts.flatMap(({ steps }) => steps),
    [],
  );
});

test("isPlayable() leaves out sessions that would be late without a bridge too", async (t) => {
  const stop = { do: "client-stops-reading" } as const;
  const again = { do: "client-reads-again" } as const;
  const wait = { do: "await", dir: "a2c" } as const;

  t.ok(isPlayable(trial("client-closes", stop, again, wait)));
  t.ok(isPlayable(trial("client-closes", stop, { do: "await", dir: "c2a" }, again)));
  t.notOk(isPlayable(trial("client-closes", stop)), "nobody reads what comes at the end");
  t.notOk(isPlayable(trial("client-closes", stop, wait, again)), "the wait would run out of time");
  t.notOk(isPlayable(trial("client-closes", stop, again, stop)));
});
