import { fileURLToPath } from "node:url";
import { test } from "tap";
import type { Step } from "../../src/driver/sandwich/step.js";
import { type CampaignResult, runCampaign } from "../../src/fuzz/campaign/campaign.js";
import { ENDING_NAMES, type Ending } from "../../src/fuzz/campaign/ending.js";
import { type Act, caseOfTrial, type Trial } from "../../src/fuzz/campaign/trial.js";
import { profileOfLevel } from "../../src/fuzz/profile.js";
import { PLAIN_NODE } from "../plain-node.js";

/** A stub bridge, what it stumbles on, and what the campaign finds: the check, and all that is left of the session. */
interface Found {
  readonly bridge: string;
  readonly acts: readonly Act[];
  readonly ending: Ending;
  readonly checkId: string;
  /** Left out where the defect shows now and then only, so that shrinking depends on luck. */
  readonly left?: Trial;
}

const LONG_MS = 120_000;
/** A working stub takes a few milliseconds for what is waited for. */
const WAIT_MS = 700;

function said(dir: "c2a" | "a2c", text: string, pieceBytes?: number): Act {
  const cut = pieceBytes === undefined ? {} : { pieceBytes };
  return {
    steps: [{ do: "write", dir, payload: { text: `${text}\n` }, ...cut }],
    about: [],
  };
}

function trial(ending: Ending, ...steps: readonly Step[]): Trial {
  return { acts: [{ steps, about: [] }], ending };
}

const LOG: Act = {
  steps: [{ do: "agent-stderr", payload: { head: "", fill: "log ", times: 8, tail: "\n" } }],
  about: [],
};
const MOST_FRAMES = 3;

const FINDS: readonly Found[] = [
  {
    bridge: "re-serialises",
    acts: [said("c2a", '{"a":1.0,"b":"x"}')],
    ending: "client-closes",
    checkId: "bridge.promise.bytes",
    left: trial("client-closes", { do: "write", dir: "c2a", payload: { text: '{"":1.0}\n' } }),
  },
  {
    bridge: "drops-blank-lines",
    acts: [said("c2a", "")],
    ending: "client-closes",
    checkId: "bridge.promise.bytes",
    left: trial("client-closes", { do: "write", dir: "c2a", payload: { text: "\n" } }),
  },
  {
    bridge: "corrupts-split-utf8",
    acts: [said("a2c", "é𝄞€é𝄞€", 1)],
    ending: "client-closes",
    checkId: "bridge.promise.bytes",
  },
  {
    bridge: "eats-stderr",
    acts: [LOG],
    ending: "client-closes",
    checkId: "bridge.promise.stderr",
    left: trial("client-closes", {
      do: "agent-stderr",
      payload: { head: "", fill: "log ", times: 0, tail: "\n" },
    }),
  },
  {
    bridge: "swallows-unterminated-tail",
    acts: [],
    ending: "open-line",
    checkId: "bridge.promise.bytes",
    left: trial("open-line"),
  },
  {
    bridge: "always-exits-zero",
    acts: [],
    ending: "agent-exits",
    checkId: "bridge.promise.exit-code",
    left: trial("agent-exits"),
  },
];

for (const { bridge, acts, ending, checkId, left } of FINDS) {
  test(`a campaign finds what ${bridge} breaks, and shrinks it to that`, async (t) => {
    const session = { acts: [said("c2a", "[1]"), ...acts], ending };
    const { findings } = await play(bridge, [session]);
    const [finding] = findings;

    t.match(findings, [{ checkId, trial: 0, isFlaky: false }]);
    t.equal(findings.length, 1);
    t.ok((finding?.frames ?? MOST_FRAMES + 1) <= MOST_FRAMES);
    if (left !== undefined) t.same(finding?.played.steps, caseOfTrial(left).steps);
  });
}

test("a campaign finds nothing of it on a bridge without a defect", async (t) => {
  const acts = FINDS.flatMap((one) => one.acts);
  const { findings, statistics } = await play(
    "transparent",
    ENDING_NAMES.map((ending) => ({ acts, ending })),
  );

  t.same(findings, []);
  t.equal(statistics.sessions, ENDING_NAMES.length);
});

async function play(bridge: string, trials: readonly Trial[]): Promise<CampaignResult> {
  const program = fileURLToPath(new URL(`../../stubs/bridge/${bridge}.js`, import.meta.url));
  return await runCampaign({
    bridge: [...PLAIN_NODE, program, "{agent}"],
    profile: profileOfLevel("bytes"),
    trials: { count: trials.length, at: (number) => trials[number] },
    shard: { index: 0, count: 1 },
    runs: Number.POSITIVE_INFINITY,
    forMs: LONG_MS,
    workers: 1,
    waitMs: WAIT_MS,
    startMs: LONG_MS,
    shrinkMs: LONG_MS,
    signal: new AbortController().signal,
  });
}
