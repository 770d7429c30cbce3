import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "tap";
import { isExtension, isProtocolLevel } from "../../src/protocol/method.js";
import { isSchemaId, schemaIds } from "../../src/protocol/schema-id.js";
import { root } from "../root.js";

test("the schema ids are those of the lock", async (t) => {
  const lock = JSON.parse(await readFile(join(root, "schema/lock.json"), "utf8"));

  t.same(schemaIds, Object.keys(lock));
  t.equal(isSchemaId("v1"), true);
  t.equal(isSchemaId("v3"), false);
  t.equal(isSchemaId("toString"), false);
});

test("names tell extensions and protocol-level methods", async (t) => {
  t.equal(isExtension("_vendor/x"), true);
  t.equal(isExtension("session/prompt"), false);
  t.equal(isProtocolLevel("$/progress"), true);
  t.equal(isProtocolLevel("_$/x"), false);
});
