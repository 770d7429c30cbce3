import { Buffer, isUtf8 } from "node:buffer";
import { test } from "tap";
import { expectedOf } from "../../../src/fuzz/campaign/expected.js";
import { caseOfTrial, type Trial } from "../../../src/fuzz/campaign/trial.js";
import { type Depth, Trials, type TrialsOptions } from "../../../src/fuzz/campaign/trials.js";
import { loadGrammar, spokenName } from "../../../src/fuzz/traffic/lines.js";
import { TOXICS, type Toxic } from "../../../src/fuzz/traffic/toxics.js";
import { schemaIds } from "../../../src/protocol/schema-id.js";
import { parseExactJson } from "../../../src/wire/exact-json.js";

const grammar = await loadGrammar("v1");

function trialsOf(depth: Depth, more: Partial<TrialsOptions> = {}): Trials {
  return new Trials({ grammar, depth, seed: 1, toxics: new Set(TOXICS), mayBreak: true, ...more });
}

const smoke = trialsOf("smoke");
const lean = trialsOf("lean");
const full = trialsOf("full");

const drawn = new WeakMap<Trials, Trial[]>();

function all(trials: Trials): Trial[] {
  const known = drawn.get(trials);
  if (known !== undefined) return known;
  const each = Array.from({ length: trials.count }, (_, number) => trials.at(number)).filter(isTrial);
  drawn.set(trials, each);
  return each;
}

function isTrial(trial: Trial | undefined): trial is Trial {
  return trial !== undefined;
}

/** What is played; the frames behind it, which hold numbers that JSON.stringify cannot write, are left out. */
function textOf(trials: Trial | readonly Trial[] | undefined): string {
  return JSON.stringify(trials, (key, value: unknown) => (key === "said" ? undefined : value));
}

function aboutOf(trials: readonly Trial[]): Set<string> {
  return new Set(trials.flatMap(({ acts }) => acts.flatMap(({ about }) => about)));
}

for (const id of schemaIds) {
  test(`depth smoke says every kind of message of ${id}`, async (t) => {
    const other = await loadGrammar(id);
    const kinds = new Set(other.frames.map((source) => spokenName(source)));
    const said = aboutOf(all(trialsOf("smoke", { grammar: other })));

    t.ok(kinds.size > 50, `${kinds.size} kinds`);
    t.same(
      [...kinds].filter((kind) => !said.has(`valid ${kind}`)),
      [],
    );
  });
}

test("depth lean adds near misses of every kind of message and the hazards", async (t) => {
  const few = aboutOf(all(smoke));
  const more = aboutOf(all(lean));
  const count = (about: ReadonlySet<string>, word: string): number =>
    [...about].filter((name) => name.startsWith(word)).length;

  t.equal(count(few, "near-valid ") + count(few, "hazard "), 0);
  t.equal(count(more, "near-valid "), count(few, "valid "));
  t.ok(count(more, "hazard wire.") > 50);
});

test("only depth full has no end, and it begins with the sessions of lean", async (t) => {
  t.ok(smoke.count < lean.count);
  t.equal(full.count, Number.POSITIVE_INFINITY);
  t.equal(lean.at(lean.count), undefined);
  const beginning = Array.from({ length: lean.count }, (_, number) => full.at(number));
  t.equal(textOf(beginning.filter(isTrial)), textOf(all(lean)));
});

test("a trial depends on the seed and its number, and on nothing that was drawn before", async (t) => {
  const numbers = Array.from({ length: 4 }, (_, place) => lean.count + place);

  const at = (trials: Trials) => (number: number) => textOf(trials.at(number));
  // Without this toxic, whose shortest session has nothing that could differ.
  const toxics = new Set(TOXICS.filter((toxic) => toxic !== "agent-dies"));
  const forwards = numbers.map(at(trialsOf("full", { toxics })));
  const backwards = numbers
    .toReversed()
    .map(at(trialsOf("full", { toxics })))
    .reverse();
  const others = numbers.map(at(trialsOf("full", { seed: 2, toxics })));

  t.ok(forwards.join() === backwards.join(), "the same in any order");
  t.equal(new Set([...forwards, ...others]).size, 2 * numbers.length, "all differ");
});

test("a bridge that need not forward what is no JSON is sent lines of one JSON value only", async (t) => {
  const trials = trialsOf("full", { mayBreak: false, toxics: new Set() });
  const count = trialsOf("lean", { mayBreak: false }).count + 4;
  const lines = Array.from({ length: count }, (_, number) => trials.at(number))
    .filter(isTrial)
    .flatMap(writtenLines);
  // Torrents say the same lines again and again.
  const different = [...new Set(lines)].map((line) => Buffer.from(line, "latin1"));
  const isValue = (line: Buffer): boolean =>
    isUtf8(line) && parseExactJson(line.toString("utf8")) !== undefined;

  t.ok(different.length > 8_000, `${different.length} lines`);
  t.same(
    different.filter((line) => !isValue(line)).map((line) => line.toString("latin1")),
    [],
  );
});

test("a bridge that refuses what the schema does not allow is sent valid lines only, also in torrents", async (t) => {
  const refusing = { mayBreak: false, mayBend: false, toxics: new Set<Toxic>() };
  const trials = trialsOf("full", refusing);
  const some = Array.from({ length: 8 }, (_, place) => trials.at(trials.fixedCount + place)).filter(isTrial);
  const about = aboutOf(some);

  t.ok(about.has("torrent"));
  t.same(
    [...about].filter((name) => /^(?:mutation|near-valid)/.test(name)),
    [],
  );
});

test("a bridge that forwards everything is sent lines that are no JSON too", async (t) => {
  const about = aboutOf(
    Array.from({ length: 15 }, (_, place) => full.at(lean.count + place)).filter(isTrial),
  );

  for (const name of ["mutation: truncate", "arbitrary bytes", "a blank line", "written byte by byte"])
    t.ok(about.has(name), name);
});

test("sessions without toxics neither pause nor end in an odd way", async (t) => {
  const trials = trialsOf("full", { toxics: new Set() });
  const some = Array.from({ length: 10 }, (_, place) => trials.at(lean.count + place)).filter(isTrial);

  t.same(new Set(some.map(({ ending }) => ending)), new Set(["client-closes"]));
  t.notOk([...aboutOf(some)].some((name) => name.startsWith("toxic ")));
});

/** What was written each way, cut at every line end; blank lines, which are free below level bytes, are left out. */
function writtenLines(trial: Trial): string[] {
  const { received } = expectedOf(caseOfTrial(trial).steps);
  return [received.c2a, received.a2c].flatMap((stream) => {
    const lines = stream.toString("latin1").split("\n");
    return lines.filter((line) => !/^[ \t\r]*$/.test(line));
  });
}
