import { join } from "node:path";
import { test } from "tap";
import type { Exports, Release } from "../../src/codegen/registry/release.js";
import { readStatus } from "../../src/codegen/registry/status.js";
import { findTriggers } from "../../src/codegen/registry/triggers.js";
import { pinSchemas, readSchemaFolder } from "./drift-project.js";
import { serve, smallSchema } from "./drift-registry.js";

const VERSIONS = ["1.9.0", "2.0.0", "2.1.0"];

/** As SDK 2.4.0 has them. */
const TODAY: Exports = {
  ".": { types: "./dist/v1/stable/acp.d.ts", import: "./dist/v1/stable/acp.js" },
  "./unstable": { import: "./dist/v1/unstable/acp.js" },
  "./experimental/v2": { import: "./dist/v2/stable/acp.js" },
  "./experimental/http-client": { import: "./dist/transports/http-stream.js" },
  "./experimental/mcp-http": { import: "./dist/mcp/http.js" },
  "./schema/v1/schema.json": "./schema/v1/schema.json",
  "./schema/v2/schema.json": "./schema/v2/schema.json",
};

const release = (version: string, exports: Exports = TODAY): Release => ({
  package: "sdk",
  version,
  integrity: "sha512-x",
  exports,
  versions: VERSIONS,
});

const firedBy = (pinned: Release, latest: Release): readonly string[] =>
  findTriggers(pinned, latest)
    .filter(({ fired }) => fired)
    .map(({ id }) => id);

test("findTriggers()", async (t) => {
  const pinned = release("2.0.0");
  const withExport = (key: string, target: unknown) => release("2.0.0", { ...TODAY, [key]: target });

  t.test("is quiet when the pinned release is the latest, or a later one is pinned", async (t) => {
    t.same(firedBy(pinned, pinned), []);
    t.same(firedBy(release("2.1.0"), pinned), []);
  });

  t.test("fires for a newer release", async (t) => {
    t.same(firedBy(pinned, release("2.1.0")), ["v1-release"]);
  });

  t.test("fires when version 2 gets a schema, and when its code leaves experimental", async (t) => {
    const { "./schema/v2/schema.json": _schema, ...without } = TODAY;

    t.same(firedBy(release("2.0.0", without), pinned), ["v2-stable"]);
    t.same(firedBy(pinned, withExport("./v2", { import: "./dist/acp.js" })), ["v2-stable"]);
    t.same(firedBy(pinned, withExport(".", { import: "./dist/v2/stable/acp.js" })), ["v2-stable"]);
    t.same(firedBy(pinned, withExport("./v2/unstable", "./dist/v2/unstable/acp.js")), []);
  });

  t.test("fires for a transport outside experimental, by its name or by its folder", async (t) => {
    t.same(firedBy(pinned, withExport("./http-client", "./dist/http.js")), ["second-transport"]);
    t.same(firedBy(pinned, withExport("./server", ["./dist/transports/server.js"])), ["second-transport"]);
    t.same(firedBy(pinned, withExport("./experimental/ws-server", "./dist/transports/ws.js")), []);
    t.same(
      firedBy(pinned, withExport("./mcp-http", "./dist/mcp/http.js")),
      [],
      "MCP's are another protocol's",
    );
  });

  t.test("is quiet about what the pinned release had already", async (t) => {
    const had = withExport("./http-client", "./dist/http.js");

    t.same(firedBy(had, { ...had, version: "2.0.0" }), []);
  });
});

test("readStatus() compares a newer release with what is pinned and changes nothing", async (t) => {
  const place = t.testdir();
  const { signal } = new AbortController();
  const schemas = (v1: string) => ({
    "schema/v1/schema.json": v1,
    "schema/v3/schema.json": smallSchema("d"),
  });
  const packages = {
    "1.0.0": { files: schemas(smallSchema("a")) },
    "1.1.0": { files: schemas(smallSchema("a")) },
    "1.2.0": { files: schemas(smallSchema("b")), exports: { "./ws": "./dist/ws.js" } },
  };
  Object.assign(process.env, await serve(join(place, "registry"), packages));
  await pinSchemas(place, { v1: { text: smallSchema("a") } });
  const before = await readSchemaFolder(place);

  const status = await readStatus(place, signal);

  t.match(status.registry, { latest: "1.2.0", newer: ["1.1.0", "1.2.0"] });
  t.same(
    status.triggers.map(({ id, fired }) => [id, fired]),
    [
      ["v1-release", true],
      ["v2-stable", false],
      ["second-transport", true],
    ],
  );
  t.same(status.drift, [
    { id: "v1", severity: "breaking", counts: { "property-removed": 1, "property-added": 1 } },
    { id: "v3", severity: "new", counts: {} },
  ]);
  t.same(await readSchemaFolder(place), before);
});
