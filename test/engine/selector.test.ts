import { join } from "node:path";
import { test } from "tap";
import { readRegistry } from "../../src/engine/registry.js";
import { selectorFilter, selects } from "../../src/engine/selector.js";
import { root } from "../root.js";

const ids = ["acp.v1.prompt.baseline-text", "acp.v1.prompt-turn.x", "acp.v1.fs.read", "bridge.promise.bytes"];

function selected(...selectors: string[]): string[] {
  return ids.filter(selectorFilter(selectors, ids));
}

test("selects() takes an id or a prefix that ends at a dot", async (t) => {
  t.same(selected(), ids, "no selector selects everything");
  t.same(selected("acp.v1.fs.read"), ["acp.v1.fs.read"]);
  t.same(selected("acp.v1.prompt"), ["acp.v1.prompt.baseline-text"], "not the half of a word");
  t.same(selected("acp.v1.prompt."), ["acp.v1.prompt.baseline-text"]);
  t.same(selected("prompt"), ["acp.v1.prompt.baseline-text"], "the default prefix may be left out");
  t.same(selected("bridge", "fs"), ["acp.v1.fs.read", "bridge.promise.bytes"], "several selectors add up");
  t.equal(selects("promise", "bridge.promise.bytes"), false, "a prefix begins at the start");
});

test("a selector that names nothing is a usage fault with a guess", async (t) => {
  const guess = (selector: string, known: readonly string[] = ids): string => {
    try {
      selectorFilter([selector], known);
      return "no fault";
    } catch (error) {
      return error instanceof Error ? error.message : "";
    }
  };

  t.equal(guess("promt"), 'Selector "promt" matches no check; did you mean "prompt"?');
  t.equal(guess("fs.raed"), 'Selector "fs.raed" matches no check; did you mean "fs.read"?');
  t.equal(guess("acp.v1.fs.raed"), 'Selector "acp.v1.fs.raed" matches no check; did you mean "fs.read"?');
  t.equal(
    guess("bridge.promise.byte"),
    'Selector "bridge.promise.byte" matches no check; did you mean "bridge.promise.bytes"?',
  );
  t.equal(guess("x", []), 'Selector "x" matches no check; acp-assay list shows all of them');
  t.equal(
    guess("zzzzzz"),
    'Selector "zzzzzz" matches no check; acp-assay list shows all of them',
    "too far for a guess",
  );
  t.throws(() => selectorFilter(["fs", "nope"], ids), { code: "usage" }, "one good selector is not enough");
});

test("every requirement and every chapter of the registry can be selected", async (t) => {
  const all = readRegistry(join(root, "conformance", "requirements")).requirements.map(({ id }) => id);

  const lost = all.filter((id) => all.filter(selectorFilter([id], all)).length !== 1);

  t.ok(all.length > 300, `${all.length} requirements`);
  t.same(lost, [], "an id selects itself alone");
});
