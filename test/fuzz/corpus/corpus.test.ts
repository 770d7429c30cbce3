import { readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import type { Step } from "../../../src/driver/sandwich/step.js";
import type { Ending } from "../../../src/fuzz/campaign/ending.js";
import type { Trial } from "../../../src/fuzz/campaign/trial.js";
import { Corpus, type CorpusLimits } from "../../../src/fuzz/corpus/corpus.js";
import { TOXICS } from "../../../src/fuzz/traffic/toxics.js";

const ARRIVED = ["c2a arrived in 2^1 pieces of up to 2^5 bytes"];

const ALL: CorpusLimits = { toxics: new Set(TOXICS), mayBreak: true };

function open(folder: string, limits: Partial<CorpusLimits> = {}): Corpus {
  return Corpus.open(folder, { ...ALL, ...limits });
}

/** A session that says lines of these kinds. */
function session(kinds: readonly string[], ending: Ending = "client-closes"): Trial {
  const said = (kind: string): readonly Step[] => [
    { do: "write", dir: "c2a", payload: { text: `${kind}\n` } },
  ];
  return { acts: kinds.map((kind) => ({ steps: said(kind), about: [kind, "awaited"] })), ending };
}

test("a session that reached something new is there for the next campaign, one that did not is not", async (t) => {
  const folder = join(t.testdir(), "corpus");
  const first = open(folder);

  first.note(session(["a", "b"]), ARRIVED, true);
  first.note(session(["a", "b"]), ARRIVED, true);
  first.note(session(["a", "b"], "half-close"), ARRIVED, true);
  first.note(session(["b", "a"], "half-close"), ARRIVED, true);

  t.equal(first.added, 3, "a second time the same reaches nothing new");
  t.same(first.trials, [], "what is added is for the next campaign");
  const second = open(folder);
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
  const corpus = open(folder);

  corpus.note(session(["a", "b"]), ARRIVED, false);
  corpus.note(session(["a", "b"]), ARRIVED, true);

  t.equal(corpus.added, 0);
  t.same(readdirSync(folder), []);
});

test("what a bridge does not promise to carry is not played, whoever kept it", async (t) => {
  const folder = t.testdir();
  const [broad, narrow] = [open(folder), open(folder, { mayBreak: false })];
  broad.note(session(["not JSON", "b"]), ARRIVED, true);
  narrow.note(session(["c", "d"]), ARRIVED, true);
  narrow.note(session(["toxic burst", "d"]), ARRIVED, true);
  narrow.note(session(["e", "f"], "agent-dies"), ARRIVED, true);
  const kinds = (corpus: Corpus): unknown[] => corpus.trials.map(({ acts }) => acts[0]?.about[0]).sort();

  t.same(kinds(open(folder)), ["c", "e", "not JSON", "toxic burst"]);
  t.same(kinds(open(folder, { mayBreak: false })), ["c", "e", "toxic burst"]);
  t.same(kinds(open(folder, { mayBreak: false, toxics: new Set() })), ["c"]);
  t.same(kinds(open(folder, { mayBreak: false, toxics: new Set(["burst"]) })), ["c", "toxic burst"]);
});

test("a folder that goes away in the middle is told of, and nothing is thrown", async (t) => {
  const folder = join(t.testdir(), "corpus");
  const corpus = open(folder);
  rmdirSync(folder);

  corpus.note(session(["a", "b"]), ARRIVED, true);

  t.match(corpus.problem, /^Cannot keep sessions in ".*corpus": ENOENT/);
  t.equal(corpus.added, 0);
});

test("a session that is very long is not written", async (t) => {
  const corpus = open(t.testdir());

  corpus.note(session(["a".repeat(300_000), "b"]), ARRIVED, true);

  t.equal(corpus.added, 0);
});

const WRONG: readonly (readonly [name: string, text: string, says: RegExp])[] = [
  ["what is no JSON", "{", /no session of a corpus/],
  ["another file of JSON", "{}", /no session of a corpus/],
  ["an ending that there is not", edited('"client-closes"', '"never"'), /something that cannot be played/],
  ["a step that there is not", edited('"write"', '"shout"'), /something that cannot be played/],
  ["a direction that there is not", edited('"c2a"', '"up"'), /something that cannot be played/],
  ["a step without its payload", edited('"payload"', '"pay"'), /something that cannot be played/],
];

for (const [name, text, says] of WRONG) {
  test(`${name} in a corpus is a usage fault that names the file`, async (t) => {
    const folder = t.testdir();
    writeFileSync(join(folder, "odd.json"), text);

    t.throws(() => open(folder), { code: "usage", message: says });
    t.throws(() => open(folder), { message: /odd\.json/ });
  });
}

test("a corpus that is a file is a usage fault", async (t) => {
  const folder = t.testdir({ corpus: "" });

  t.throws(() => open(join(folder, "corpus")), { code: "usage", message: /^Cannot use corpus/ });
});

/** A file of a corpus with one change. */
function edited(from: string, to: string): string {
  const kept = {
    format: "acp-assay-session",
    formatVersion: 1,
    mayBreak: true,
    reached: [],
    trial: session(["a"]),
  };
  return JSON.stringify(kept).replace(from, to);
}

test("the file of a session says what it reached", async (t) => {
  const folder = t.testdir();
  open(folder).note(session(["a", "b"]), ARRIVED, true);

  const [file = ""] = readdirSync(folder);
  t.match(JSON.parse(readFileSync(join(folder, file), "utf8")), {
    format: "acp-assay-session",
    reached: ["a > b", "c2a arrived in 2^1 pieces of up to 2^5 bytes, client-closes"],
  });
});
