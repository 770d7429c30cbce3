import { test } from "tap";
import { PLACE_KINDS, type PlaceKind, SchemaCoverage } from "../../generated/arbitrary/coverage.js";
import type { GeneratedFrame } from "../../generated/arbitrary/frame-source.js";
import { frames } from "../../generated/v1/arbitraries.js";

const source = frames.find(({ method, part }) => method === "session/prompt" && part === "result");

/** A prompt's answer with this result. */
function answer(result: { readonly [name: string]: string | null }): GeneratedFrame {
  if (source === undefined) throw new Error("no source makes answers to session/prompt");
  return source.frame({ jsonrpc: "2.0", id: 1, result });
}

test("the coverage set of v1 uses all that a frame can use", async (t) => {
  const coverage = new SchemaCoverage(frames);
  for (const frame of frames.flatMap((each) => each.samples())) coverage.see(frame);

  for (const kind of PLACE_KINDS) {
    t.same(coverage.unused(kind), [], kind);
    const { seen, all } = coverage.count(kind);
    t.equal(seen, all, `${all} of kind ${kind}`);
    t.ok(all > 60, `${all} of kind ${kind}`);
  }
});

test("a frame uses its definitions, members and optional fields, and nothing else", async (t) => {
  const sources = source === undefined ? [] : [source];
  const counts = (coverage: SchemaCoverage): Readonly<Record<PlaceKind, number>> => ({
    definition: coverage.count("definition").seen,
    arm: coverage.count("arm").seen,
    member: coverage.count("member").seen,
    optional: coverage.count("optional").seen,
  });
  const plain = new SchemaCoverage(sources);
  const rich = new SchemaCoverage(sources);

  t.same(counts(plain), { definition: 0, arm: 0, member: 0, optional: 0 });
  plain.see(answer({ stopReason: "end_turn" }));
  rich.see(answer({ stopReason: "refusal", _meta: null }));
  rich.see(answer({ stopReason: "end_turn" }));

  t.equal(counts(rich).member - counts(plain).member, 1, "a second stop reason");
  t.equal(counts(rich).optional - counts(plain).optional, 1, "_meta");
  t.ok(plain.unused("member").some((label) => label.endsWith(" refusal")));
  t.notOk(rich.unused("member").some((label) => label.endsWith(" refusal")));
});

test("a frame of a method that the schema does not have uses nothing", async (t) => {
  const coverage = new SchemaCoverage([]);
  coverage.see(answer({ stopReason: "end_turn" }));

  t.same(coverage.count("definition"), { seen: 0, all: 0 });
});
