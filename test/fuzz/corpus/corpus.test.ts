import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import type { Step } from "../../../src/driver/sandwich/step.js";
import type { Ending } from "../../../src/fuzz/campaign/ending.js";
import type { Trial } from "../../../src/fuzz/campaign/trial.js";
import { Corpus } from "../../../src/fuzz/corpus/corpus.js";

const ARRIVED = ["c2a arrived in 2^1 pieces of up to 2^5 bytes"];

/** A session that says lines of these kinds. */
function session(kinds: readonly string[], ending: Ending = "client-closes"): Trial {
  const said = (kind: string): readonly Step[] => [
    { do: "write", dir: "c2a", payload: { text: `${kind}\n` } },
  ];
  return { acts: kinds.map((kind) => ({ steps: said(kind), about: [kind, "awaited"] })), ending };
}

test("a session that reached something new is there for the next campaign, one that did not is not", async (t) => {
  const folder = join(t.testdir(), "corpus");
  const first = Corpus.open(folder);

  first.note(session(["a", "b"]), ARRIVED, true);
  first.note(session(["a", "b"]), ARRIVED, true);
  first.note(session(["a", "b"], "half-close"), ARRIVED, true);
  first.note(session(["b", "a"], "half-close"), ARRIVED, true);

  t.equal(first.added, 3, "a second time the same reaches nothing new");
  t.same(first.trials, [], "what is added is for the next campaign");
  const second = Corpus.open(folder);
  t.same(
    second.trials.map(({ acts, ending }) => [...acts.map(({ about }) => about), ending]).sort(),
    [
      [["a"], ["b"], "client-closes"],
      [["a"], ["b"], "half-close"],
      [["b"], ["a"], "half-close"],
    ].sort(),
  );
  second.note(session(["a", "b"]), ARRIVED, true);
  t.equal(second.added, 0, "what its files reached is known");
});

test("a session that is always played is known and not written", async (t) => {
  const folder = t.testdir();
  const corpus = Corpus.open(folder);

  corpus.note(session(["a", "b"]), ARRIVED, false);
  corpus.note(session(["a", "b"]), ARRIVED, true);

  t.equal(corpus.added, 0);
  t.same(readdirSync(folder), []);
});

test("a session that is very long is not written", async (t) => {
  const corpus = Corpus.open(t.testdir());

  corpus.note(session(["a".repeat(300_000), "b"]), ARRIVED, true);

  t.equal(corpus.added, 0);
});

const WRONG: readonly (readonly [name: string, text: string, says: RegExp])[] = [
  ["what is no JSON", "{", /no session of a corpus/],
  ["another file of JSON", "{}", /no session of a corpus/],
  ["an ending that there is not", edited('"client-closes"', '"never"'), /something that cannot be played/],
  ["a step without its payload", edited('"payload"', '"pay"'), /something that cannot be played/],
];

for (const [name, text, says] of WRONG) {
  test(`${name} in a corpus is a usage fault that names the file`, async (t) => {
    const folder = t.testdir();
    writeFileSync(join(folder, "odd.json"), text);

    t.throws(() => Corpus.open(folder), { code: "usage", message: says });
    t.throws(() => Corpus.open(folder), { message: /odd\.json/ });
  });
}

test("a corpus that is a file is a usage fault", async (t) => {
  const folder = t.testdir({ corpus: "" });

  t.throws(() => Corpus.open(join(folder, "corpus")), { code: "usage", message: /^Cannot use corpus/ });
});

/** A file of a corpus with one change. */
function edited(from: string, to: string): string {
  const kept = {
    format: "acp-assay-session",
    formatVersion: 1,
    reached: [],
    trial: session(["a"]),
  };
  return JSON.stringify(kept).replace(from, to);
}

test("the file of a session says what it reached", async (t) => {
  const folder = t.testdir();
  Corpus.open(folder).note(session(["a", "b"]), ARRIVED, true);

  const [file = ""] = readdirSync(folder);
  t.match(JSON.parse(readFileSync(join(folder, file), "utf8")), {
    format: "acp-assay-session",
    reached: ["a > b", "c2a arrived in 2^1 pieces of up to 2^5 bytes, client-closes"],
  });
});
