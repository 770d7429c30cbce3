import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "tap";
import { generate } from "../../src/codegen/generate.js";
import { root } from "../root.js";

const METHODS = "generated/v1/methods.ts";

test("the committed files of generated/ are up to date", async (t) => {
  t.same(await generate({ check: true, root }), { changed: [], diff: "" });
});

test("generate()", async (t) => {
  const copy = t.testdir();
  const lock = JSON.parse(await readFile(join(root, "schema/lock.json"), "utf8"));
  await cp(join(root, "schema/acp/v1"), join(copy, "schema/acp/v1"), { recursive: true });
  await writeFile(join(copy, "schema/lock.json"), JSON.stringify({ v1: lock.v1 }));
  await generate({ check: false, root: copy });
  const path = join(copy, METHODS);
  const original = await readFile(path, "utf8");

  await t.test("writes for one schema what it writes for it among others", async (t) => {
    t.equal(original, await readFile(join(root, METHODS), "utf8"));
  });

  await t.test("with check, shows a changed line and leaves it alone", async (t) => {
    const changed = original.replace('name: "session/prompt"', 'name: "session/promptly"');
    await writeFile(path, changed);

    const result = await generate({ check: true, root: copy });

    t.same(result.changed, [METHODS]);
    t.match(result.diff, /- .*session\/promptly/);
    t.match(result.diff, /\+ .*session\/prompt"/);
    t.equal(await readFile(path, "utf8"), changed);
  });

  await t.test("without check, mends changed, missing and orphaned files", async (t) => {
    await writeFile(path, "");
    await rm(join(copy, "generated/v1/types.ts"));
    await writeFile(join(copy, "generated/stray.ts"), "");

    const { changed } = await generate({ check: false, root: copy });

    t.same([...changed].sort(), ["generated/stray.ts", METHODS, "generated/v1/types.ts"]);
    t.equal(await readFile(path, "utf8"), original);
    t.same((await generate({ check: true, root: copy })).changed, []);
  });

  await t.test("refuses a schema that is not the locked one", async (t) => {
    const schema = join(copy, "schema/acp/v1/schema.json");
    await writeFile(schema, `${await readFile(schema, "utf8")}\n`);

    await t.rejects(generate({ check: true, root: copy }), /schema\/lock.json says/);
  });

  await t.test("names the folder when there is no schema to read", async (t) => {
    await t.rejects(generate({ check: true, root: t.testdir() }), { name: "Fault", code: "usage" });
  });
});
