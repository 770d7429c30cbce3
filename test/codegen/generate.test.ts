import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "tap";
import { generate } from "../../src/codegen/generate.js";
import { root } from "../root.js";

const METHODS = "generated/v1/methods.ts";

test("generate()", async (t) => {
  const copy = t.testdir();
  await cp(join(root, "schema"), join(copy, "schema"), { recursive: true });
  await cp(join(root, "generated"), join(copy, "generated"), { recursive: true });
  const path = join(copy, METHODS);
  const original = await readFile(path, "utf8");

  await t.test("finds the committed files up to date", async (t) => {
    t.same(await generate({ check: true, root: copy }), { changed: [], diff: "" });
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
    await rm(join(copy, "generated/v2/types.ts"));
    await writeFile(join(copy, "generated/stray.ts"), "");

    const { changed } = await generate({ check: false, root: copy });

    t.same([...changed].sort(), ["generated/stray.ts", METHODS, "generated/v2/types.ts"]);
    t.equal(await readFile(path, "utf8"), original);
    t.same((await generate({ check: true, root: copy })).changed, []);
  });

  await t.test("refuses a schema that is not the locked one", async (t) => {
    const schema = join(copy, "schema/acp/v2/schema.json");
    await writeFile(schema, `${await readFile(schema, "utf8")}\n`);

    await t.rejects(generate({ check: true, root: copy }), /schema\/lock.json says/);
  });

  await t.test("names the folder when there is no schema to read", async (t) => {
    await t.rejects(generate({ check: true, root: t.testdir() }), { name: "Fault", code: "usage" });
  });
});
