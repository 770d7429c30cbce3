import { test } from "tap";
import { Registry, readRegistry } from "../../src/engine/registry.js";

test("readRegistry() reads every file of every folder, in order", async (t) => {
  const entry = (id: string): { id: string } => ({ id });
  const folder = t.testdir({
    "b.json": JSON.stringify([entry("b.1"), entry("b.2")]),
    "a.json": JSON.stringify([entry("a.1")]),
    "README.md": "no requirements",
    c: { "z.json": JSON.stringify([entry("c.1")]) },
  });

  const registry = readRegistry(folder);

  t.same(
    registry.requirements.map(({ id }) => id),
    ["a.1", "b.1", "b.2", "c.1"],
  );
  t.equal(registry.get("b.2").id, "b.2");
  t.equal(registry.find("b.3"), undefined);
  t.throws(() => registry.get("b.3"), { code: "harness", message: 'Cannot find requirement "b.3"' });
});

test("an id that stands there twice is a fault of ours", async (t) => {
  const folder = t.testdir({ "a.json": '[{"id":"a"}]', "b.json": '[{"id":"a"}]' });

  t.throws(() => readRegistry(folder), { code: "harness", message: /an id stands there twice/ });
  t.equal(new Registry([]).requirements.length, 0);
});
