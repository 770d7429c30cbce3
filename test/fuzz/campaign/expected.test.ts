import { test } from "tap";
import { ENDINGS } from "../../../src/fuzz/campaign/ending.js";
import { expectedOf } from "../../../src/fuzz/campaign/expected.js";
import { caseOfTrial } from "../../../src/fuzz/campaign/trial.js";
import { runPlain } from "../../plain-node.js";

/** One line of fixtures/direct-runs. */
interface Run {
  readonly name: string;
  readonly expected: Readonly<Record<string, unknown>>;
  readonly seen: Readonly<Record<string, unknown>>;
}

const MIDDLE_TOXICS = [
  "latency",
  "throttle",
  "slicer",
  "silence",
  "slow-reader",
  "stopped-agent",
  "burst",
  "large-frame",
  "stderr-flood",
];

test("expectedOf() foretells what a direct run shows, for each ending, each toxic and random sessions", async (t) => {
  const { code, stdout, stderr } = await runPlain("dist/test/fuzz/campaign/fixtures/direct-runs.js", []);
  const runs = stdout
    .trim()
    .split("\n")
    .map((line): Run => JSON.parse(line));

  t.equal(code, 0, stderr);
  for (const { name, expected, seen } of runs) t.same(seen, expected, name);
  t.same(
    runs.map(({ name }) => name.replace(/ \d+$/, "")).sort(),
    [
      ...Object.keys(ENDINGS).map((ending) => `ending ${ending}`),
      ...MIDDLE_TOXICS.map((toxic) => `toxic ${toxic}`),
      ...Array.from({ length: 2 }, () => "a long log at the end"),
      ...Array.from({ length: 3 }, () => "random"),
    ].sort(),
  );
});

test("expectedOf() tells apart how the agent leaves and which ends were seen", async (t) => {
  const ends = (ending: keyof typeof ENDINGS): unknown[] => {
    const { exit, agentSawEof, clientSawEof } = expectedOf(caseOfTrial({ acts: [], ending }).steps);
    return [exit?.signal ?? exit?.code, agentSawEof, clientSawEof];
  };

  t.same(ends("client-closes"), [0, true, true]);
  t.same(ends("agent-closes"), [3, true, true]);
  t.same(ends("agent-exits"), [7, false, true]);
  t.same(ends("agent-dies"), ["SIGTERM", false, true]);
  t.same(ends("dies-after-eof"), ["SIGTERM", true, true]);
  t.same(ends("sigint"), ["SIGINT", false, true]);
  t.same(ends("bridge-killed"), ["SIGKILL", false, true]);
});
