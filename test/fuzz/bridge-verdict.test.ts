import { Buffer } from "node:buffer";
import { test } from "tap";
import type { Observation } from "../../src/driver/sandwich/observation.js";
import type { Step } from "../../src/driver/sandwich/step.js";
import type { Aspect } from "../../src/fuzz/bridge-case.js";
import { judgePair, streamsDifference } from "../../src/fuzz/bridge-verdict.js";
import { profileOfLevel } from "../../src/fuzz/profile.js";
import { arrived, observation } from "./observations.js";

const steps: readonly Step[] = [
  { do: "await", dir: "c2a" },
  { do: "await", dir: "a2c" },
  { do: "await-agent-released" },
  { do: "await-exit" },
];

/** The difference that a case about these aspects finds, as `place: expected / actual`. */
function judged(aspects: readonly Aspect[], direct: Observation, through: Observation): string | undefined {
  const played = { id: "x", steps, aspects, isMalformed: false };
  const found = judgePair(played, { direct, through }, profileOfLevel("bytes"));
  return found && `${found.place}: ${found.expected} / ${found.actual}`;
}

test("each aspect sees its own difference", async (t) => {
  const usual = observation();
  const cases: readonly [Aspect, Partial<Observation>, string][] = [
    ["stderr", { stderr: Buffer.from("noise") }, "stderr: nothing more after 0 bytes / noise"],
    ["exit", { exit: { code: 1, signal: null } }, "exit: code 0 / code 1"],
    ["exit", { exit: { code: null, signal: "SIGTERM" } }, "exit: code 0 / killed by SIGTERM"],
    ["exit", { exit: undefined }, "exit: code 0 / still running"],
    ["agent-eof", { agentSawEof: false }, "the end of the client's input: seen / never seen"],
    ["client-eof", { clientSawEof: false }, "the end of the agent's output: seen / never seen"],
    ["signals", { agentSignals: ["SIGINT"] }, "signals at the agent: none / SIGINT"],
    ["timeline", { timeline: ["c2a 1"] }, "arrival order of lines:  / c2a 1"],
    ["arrivals", { lateSteps: [1, 2, 3] }, "what arrived in time: everything / all but a2c (step 2)"],
    ["release", { lateSteps: [1, 2, 3] }, "what the agent noticed in time: everything / all but step 3"],
  ];

  for (const [aspect, change, text] of cases) {
    t.equal(judged([aspect], usual, usual), undefined, `${aspect}: no difference`);
    t.equal(judged([aspect], usual, observation(change)), text);
  }
});

test("an aspect is blind to what other aspects are about", async (t) => {
  const usual = observation();
  const other = observation({
    stderr: Buffer.from("noise"),
    agentSawEof: false,
    clientSawEof: false,
    agentSignals: ["SIGINT"],
    timeline: ["c2a 1"],
    lateSteps: [0, 2, 3],
    exit: undefined,
  });

  t.equal(judged(["streams", "backpressure"], usual, other), undefined);
  t.equal(judged([], arrived("a", "b"), arrived("c", "d")), undefined);
  t.equal(
    judged(["exit", "stderr"], usual, other),
    "exit: code 0 / still running",
    "the first aspect speaks",
  );
});

test("both streams are compared, the client's first", async (t) => {
  const direct = arrived("a\n", "b\n");

  t.equal(judged(["streams"], direct, arrived("a\n", "b\n")), undefined);
  t.equal(judged(["streams"], direct, arrived("x\n", "y\n")), "byte 0: a␊ / x␊");
  t.equal(judged(["streams"], direct, arrived("a\n", "y\n")), "byte 0: b␊ / y␊");
});

test("backpressure: a bridge may hold 32 MiB for a reader that does not read", async (t) => {
  const flooded = (floodedBytes: number): string | undefined =>
    judged(["backpressure"], observation(), observation({ floodedBytes }));

  t.equal(flooded(32 * 1024 * 1024), undefined);
  t.match(flooded(32 * 1024 * 1024 + 1), /at most 33554432 \/ 33554433$/);
});

test("a malformed policy excuses nothing at level bytes", async (t) => {
  const pair = { direct: arrived("oops\n[1]\n", ""), through: arrived("[1]\n", "") };
  const profile = { ...profileOfLevel("json"), malformed: "drop" } as const;

  t.match(streamsDifference(pair, "bytes", profile), { place: "byte 0" });
  t.equal(streamsDifference(pair, "lines", profile), undefined);
  t.match(streamsDifference(pair, "lines", profileOfLevel("lines")), { place: "line 1, byte 0" });
});
