import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { readCatalogue } from "../../src/cli/check-catalogue.js";
import { type FrozenFile, frozenSet } from "../../src/cli/frozen-set.js";
import { schemaIds } from "../../src/protocol/schema-id.js";
import { root } from "../root.js";

test("a frozen set names checks that there are, once, in order; without a file a schema is open", async (t) => {
  const folder = join(root, "conformance/frozen");
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const checked = new Set(
    readCatalogue()
      .filter(({ coverage }) => coverage === "check" || coverage === "passive")
      .map(({ requirement }) => requirement.id),
  );

  for (const file of files) {
    const { schema, ids }: FrozenFile = JSON.parse(readFileSync(join(folder, file), "utf8"));
    t.equal(file, `${schema}.json`);
    t.ok(schemaIds.some((id) => id === schema));
    t.same(ids, [...new Set(ids)].sort(), "each once, in order");
    t.same(
      ids.filter((id) => !checked.has(id)),
      [],
      "a check that is frozen cannot go away",
    );
  }
  const open = schemaIds.filter((id) => !files.includes(`${id}.json`));
  t.same(
    open.map((id) => frozenSet(id)),
    open.map(() => undefined),
  );
});
