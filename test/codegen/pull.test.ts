import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Test, test } from "tap";
import { pull } from "../../src/codegen/registry/pull.js";
import { replaceFiles, undoInterrupted } from "../../src/codegen/registry/replace-files.js";
import { readVendoredSchemas } from "../../src/codegen/vendored.js";
import { root } from "../root.js";
import { pinSchemas, readSchemaFolder } from "./drift-project.js";
import { type Behaviour, type Package, serve, smallSchema } from "./drift-registry.js";

const { signal } = new AbortController();

const sdk: Package = {
  files: {
    "schema/v1/schema.json": smallSchema("a", "b"),
    "schema/v1/schema.unstable.json": "{}",
    "schema/v2/schema.json": smallSchema("c"),
  },
};

/** A project with v1 and v2 pinned, and the npm of the tests first on this process's PATH. */
async function prepare(
  t: Test,
  packages: Readonly<Record<string, Package>>,
  more: Partial<Behaviour> = {},
): Promise<string> {
  const place = t.testdir();
  Object.assign(process.env, await serve(join(place, "registry"), packages, more));
  await pinSchemas(place, { v1: { text: smallSchema("a") }, v2: { text: smallSchema("c") } });
  return place;
}

test("pull()", async (t) => {
  await t.test("pins each protocol version of the latest release, and the lock", async (t) => {
    const place = await prepare(t, { "1.0.0": sdk, "2.0.0": sdk });

    const { version, schemas, untouched } = await pull({ root: place, version: "latest", signal });

    t.equal(version, "2.0.0");
    t.same(untouched, []);
    t.same(
      schemas.map(({ pinning, diff }) => [pinning.id, diff?.severity]),
      [
        ["v1", "additive"],
        ["v2", "none"],
      ],
    );
    const [v1, v2] = await readVendoredSchemas(place);
    t.match(v1?.lock, { version: "2.0.0", file: "schema/v1/schema.json", definitions: 2, methods: 1 });
    t.equal(await readFile(join(place, "schema/acp/v1/schema.json"), "utf8"), smallSchema("a", "b"));
    t.equal(v2?.lock.version, "2.0.0");
    t.same(Object.keys(await readSchemaFolder(place)).length, 3, "nothing else is left behind");
    t.same((await pull({ root: place, version: "2.0.0", signal })).changed, false, "again changes nothing");
  });

  await t.test("adds a protocol version that is new, and says what the generator cannot read", async (t) => {
    const v3 = JSON.stringify({ $defs: { A: { type: "string", pattern: "^a" } } });
    const place = await prepare(t, { "2.0.0": { files: { ...sdk.files, "schema/v3/schema.json": v3 } } });

    const { schemas } = await pull({ root: place, version: "2.0.0", signal });

    t.match(schemas[2], { pinning: { id: "v3" }, unreadable: /keyword "pattern" is unknown/ });
    t.equal((await readVendoredSchemas(place)).length, 3);
  });

  await t.test("projects a release with only the mixed file to its stable part", async (t) => {
    const path = createRequire(import.meta.url).resolve("sdk-1.2.1/schema/schema.json");
    const files = { "schema/schema.json": await readFile(path, "utf8") };
    const place = await prepare(t, { "1.2.1": { files } });

    const { schemas, untouched } = await pull({ root: place, version: "1.2.1", signal });

    t.match(schemas[0]?.pinning.lock, { projection: "stable", definitions: 142, methods: 23 });
    t.equal(
      schemas[0]?.pinning.text,
      await readFile(join(root, "schema/acp/v1.19.0/schema.json"), "utf8"),
      "byte for byte the vendored v1.19.0",
    );
    t.same(untouched, ["v2"]);
  });

  await t.test("refuses a pinned version that the registry describes otherwise", async (t) => {
    const place = await prepare(t, { "1.0.0": sdk });
    const before = await readSchemaFolder(place);

    await t.rejects(pull({ root: place, version: "1.0.0", signal }), /schema\/lock.json says sha512-old/);
    t.same(await readSchemaFolder(place), before);
  });
});

test("a pull that fails changes nothing and says why in one line", async (t) => {
  const cases: [string, RegExp, Package, string?, Partial<Behaviour>?][] = [
    [
      "a tarball with another integrity",
      /its tarball is sha512-.*registry says sha512-/,
      { ...sdk, damage: flip },
    ],
    ["a truncated tarball", /its tarball is sha512-/, { ...sdk, damage: halve }],
    ["a tarball published truncated", /Cannot unpack/, { ...sdk, damage: halve, isAnnounced: true }],
    ["a package without a schema", /it holds no schema/, { files: { "README.md": "" } }],
    ["a schema that is not JSON", /it is not JSON/, { files: { "schema/v1/schema.json": "<html>" } }],
    ["a schema without definitions", /has no "\$defs"/, { files: { "schema/v1/schema.json": "{}" } }],
    ["a version that does not exist", /registry has none/, sdk, "9.9.9"],
    ["a range", /neither a version such as 2.4.0 nor a tag/, sdk, ">=1"],
    ["no network", /Cannot reach the npm registry \(ENOTFOUND\)/, sdk, "2.0.0", { failure: "ENOTFOUND" }],
    ["a cache that npm finds corrupt", /EINTEGRITY/, sdk, "2.0.0", { failure: "EINTEGRITY" }],
    ["any other failure of npm", /npm view failed \(E401\)/, sdk, "2.0.0", { failure: "E401" }],
  ];
  const leftovers = (await readdir(tmpdir())).filter(isOurs);
  for (const [name, message, one, version = "2.0.0", more] of cases) {
    await t.test(name, async (t) => {
      const place = await prepare(t, { "2.0.0": one }, more);
      const before = await readSchemaFolder(place);

      await t.rejects(pull({ root: place, version, signal }), { name: "Fault", code: "usage", message });
      t.same(await readSchemaFolder(place), before);
    });
  }
  t.same((await readdir(tmpdir())).filter(isOurs), leftovers, "no temporary folder is left");
});

test("replaceFiles()", async (t) => {
  const pinned = { v1: { text: smallSchema("a") }, v2: { text: smallSchema("c") } };
  const files = [
    { path: "schema/acp/v1/schema.json", text: "new" },
    { path: "schema/acp/v3/schema.json", text: "new" },
    { path: "schema/acp/v2/schema.json", text: "new" },
  ];

  await t.test("brings back what it had replaced when a later file cannot be written", async (t) => {
    const place = t.testdir();
    await pinSchemas(place, pinned);
    const before = await readSchemaFolder(place);
    await mkdir(join(place, "schema/acp/v2/schema.json.new"));

    t.throws(() => replaceFiles(place, files), { name: "Fault", code: "usage" });
    t.same(await readSchemaFolder(place), before);
  });

  await t.test("is undone after a death between the first file and the last", async (t) => {
    const place = t.testdir();
    await pinSchemas(place, pinned);
    const before = await readSchemaFolder(place);
    const journal = Object.fromEntries(files.map(({ path }) => [path, before[path] ?? null]));
    await writeFile(join(place, "schema/.pull.json"), JSON.stringify(journal));
    await mkdir(join(place, "schema/acp/v3"));
    for (const { path, text } of files.slice(0, 2)) await writeFile(join(place, path), text);

    t.equal(undoInterrupted(place), true);
    t.same(await readSchemaFolder(place), before);
    t.equal(undoInterrupted(place), false, "there is nothing more to undo");
  });
});

function flip(tarball: Buffer): Buffer {
  const other = Buffer.from(tarball);
  other[9] = (other[9] ?? 0) ^ 1;
  return other;
}

function halve(tarball: Buffer): Buffer {
  return tarball.subarray(0, tarball.length / 2);
}

function isOurs(name: string): boolean {
  return name.startsWith("acp-assay-pull-");
}
