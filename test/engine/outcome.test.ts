import { test } from "tap";
import { grade, heavier, type Status, type Verdict } from "../../src/engine/outcome.js";
import { binds, type Level, type Requirement } from "../../src/engine/requirement.js";

const verdicts: Readonly<Record<Verdict["kind"], Verdict>> = {
  holds: { kind: "holds" },
  violated: { kind: "violated", expected: "e", actual: "a", frames: [] },
  recorded: { kind: "recorded", message: "m" },
  "not-applicable": { kind: "not-applicable", reason: "r" },
  "not-tested": { kind: "not-tested", reason: "r" },
  vacuous: { kind: "vacuous", reason: "r" },
};

function requirement(level: Level, more: Partial<Requirement> = {}): Requirement {
  return {
    id: "acp.v1.x.y",
    role: "agent",
    level,
    appliesWhen: null,
    statement: "s",
    citation: 'page, "Heading"',
    observe: "o",
    ...more,
  };
}

const levels: readonly Level[] = ["must", "should", "may", "info"];

/** The status at must, should, may and info. */
function grades(kind: Verdict["kind"], strict: boolean, more?: Partial<Requirement>): Status[] {
  return levels.map((level) => grade(verdicts[kind], requirement(level, more), strict));
}

test("grade() judges a violation by the level", async (t) => {
  t.same(grades("violated", false), ["FAIL", "WARN", "INFO", "INFO"]);
  t.same(grades("violated", true), ["FAIL", "FAIL", "INFO", "INFO"], "strict fails a SHOULD");
});

test("grade() only warns of a sentence without an RFC 2119 word, unless strict", async (t) => {
  const declarative = { citation: 'page, "Heading" [declarative]' };

  t.same(grades("violated", false, declarative), ["WARN", "WARN", "INFO", "INFO"]);
  t.same(grades("violated", true, declarative), ["FAIL", "FAIL", "INFO", "INFO"]);
  t.same(grades("violated", false, { citation: "page [declarative: says is]" })[0], "WARN");
});

test("grade() gives every other verdict its own word", async (t) => {
  for (const strict of [false, true]) {
    t.same(grades("holds", strict), ["PASS", "PASS", "PASS", "INFO"]);
    t.same(new Set(grades("recorded", strict)), new Set(["INFO"]));
    t.same(new Set(grades("not-applicable", strict)), new Set(["N/A"]));
    t.same(new Set(grades("not-tested", strict)), new Set(["NOT-TESTED"]));
    t.same(new Set(grades("vacuous", strict)), new Set(["VACUOUS"]));
  }
});

test("heavier() keeps what says most of a requirement, and the first of two that say as much", async (t) => {
  const order = ["violated", "holds", "recorded", "vacuous", "not-tested", "not-applicable"] as const;

  for (const [place, heavy] of order.entries()) {
    for (const light of order.slice(place + 1)) {
      t.equal(heavier(verdicts[heavy], verdicts[light]).kind, heavy, `${heavy} outweighs ${light}`);
      t.equal(heavier(verdicts[light], verdicts[heavy]).kind, heavy, `${light} gives way to ${heavy}`);
    }
    const first = { ...verdicts[heavy] };
    t.equal(heavier(first, verdicts[heavy]), first);
  }
});

test("binds() knows that `both` are agent and client, and no bridge", async (t) => {
  const roles = ["agent", "client", "bridge"] as const;
  const bound = (role: Requirement["role"]): boolean[] =>
    roles.map((one) => binds(requirement("must", { role }), one));

  t.same(bound("agent"), [true, false, false]);
  t.same(bound("both"), [true, true, false]);
  t.same(bound("bridge"), [false, false, true]);
});
