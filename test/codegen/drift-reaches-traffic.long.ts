import { cp, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "esbuild";
import { test } from "tap";
import type { LockEntry } from "../../src/codegen/vendored.js";
import { sha256 } from "../../src/codegen/vendored.js";
import type { Report } from "../../src/engine/report/report.js";
import { type PlainRun, runPlainFile } from "../plain-node.js";
import { root } from "../root.js";
import { type Added, changeSchema } from "./changed-schema.js";

const SCHEMA = "schema/acp/v1/schema.json";
const PARTS = ["package.json", "schema", "generated", "src/codegen/verbatim", "conformance", "dist"];

test("what a schema gains is in `list` and in the fuzz traffic, with no other edit", async (t) => {
  const project = t.testdir();
  for (const part of PARTS) await cp(join(root, part), join(project, part), { recursive: true });
  await symlink(join(root, "node_modules"), join(project, "node_modules"));
  const added = await change(project);
  t.comment(JSON.stringify(added));

  const generated = await run(project, "dist/src/cli/main.js", "schema", "generate");
  await compileGenerated(project);
  const built = await run(project, "dist/src/codegen/emit-validators.js");
  const list = await run(project, "dist/src/cli/main.js", "list", "--methods", added.method);
  const fuzz = await run(
    project,
    "dist/src/cli/main.js",
    ...["fuzz", "--depth", "smoke", "--report", "json=-", "--", join(project, "dist/acp-tee.cjs"), "{agent}"],
  );

  t.equal(generated.code, 0, generated.stderr);
  t.equal(built.code, 0, built.stderr);
  t.equal(
    list.stdout,
    `${added.method}  agent to client  request  ${added.request} -> ${added.response}\n`,
    list.stderr,
  );
  t.equal(fuzz.code, 0, fuzz.stderr);
  const { coverage }: Report = JSON.parse(fuzz.stdout);
  const covered = Object.keys(Object(coverage["covered"]));
  t.same(
    covered.filter((name) => name.includes(added.method)),
    [
      `valid a2c ${added.method} request`,
      `valid c2a ${added.method} error`,
      `valid c2a ${added.method} result`,
    ],
  );
});

/** Puts a changed v1 in the place of the vendored one, as a pull would. */
async function change(project: string): Promise<Added> {
  const { document, added } = changeSchema(JSON.parse(await readFile(join(project, SCHEMA), "utf8")));
  const text = JSON.stringify(document);
  await writeFile(join(project, SCHEMA), text);
  const lockPath = join(project, "schema/lock.json");
  const lock: Record<string, LockEntry> = JSON.parse(await readFile(lockPath, "utf8"));
  const definitions = Object.keys(document.$defs).length;
  const pinned = {
    ...lock["v1"],
    sha256: sha256(text),
    definitions,
    methods: (lock["v1"]?.methods ?? 0) + 1,
  };
  await writeFile(lockPath, JSON.stringify({ ...lock, v1: pinned }));
  return added;
}

/** What the build does for generated/, without its type check. */
async function compileGenerated(project: string): Promise<void> {
  for (const folder of ["generated", "generated/v1"]) {
    for (const name of await readdir(join(project, folder))) {
      if (!name.endsWith(".ts")) continue;
      const source = await readFile(join(project, folder, name), "utf8");
      const { code } = await transform(source, { loader: "ts", format: "esm", target: "node20" });
      await writeFile(join(project, "dist", folder, name.replace(/ts$/, "js")), code);
    }
  }
}

async function run(project: string, program: string, ...args: readonly string[]): Promise<PlainRun> {
  return await runPlainFile(join(project, program), args, project);
}
