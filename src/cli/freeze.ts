import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isSchemaId, schemaIds } from "../protocol/schema-id.js";
import { readCatalogue } from "./check-catalogue.js";
import type { FrozenFile } from "./frozen-set.js";
import { packagePlace, packageVersion } from "./package-place.js";

/**
 * `npm run freeze -- SCHEMA`: writes down the checks that the verdict under a released schema hangs on from this release
 * of acp-assay on. Once: a set that changes is not frozen.
 */
function freeze(schema: string): string | undefined {
  const path = packagePlace(`conformance/frozen/${schema}.json`);
  if (!isSchemaId(schema)) return `there is no schema "${schema}": they are ${schemaIds.join(", ")}`;
  if (existsSync(path)) return `"${path}" is there already`;
  const ids = readCatalogue(undefined, schema)
    .filter(({ coverage }) => coverage === "check" || coverage === "passive")
    .map(({ requirement }) => requirement.id);
  const frozen: FrozenFile = { schema, since: packageVersion(), ids };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(frozen, null, 2)}\n`);
  process.stderr.write(`${path}: ${ids.length} checks\n`);
  return undefined;
}

const problem = freeze(process.argv[2] ?? "");
if (problem !== undefined) {
  process.stderr.write(`Cannot freeze: ${problem}\n`);
  process.exitCode = 2;
}
