import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { type LockEntry, schemaPath, sha256 } from "../../src/codegen/vendored.js";
import { PACKAGE } from "./drift-registry.js";

/** A schema that a project has pinned; `version` 1.0.0 where nothing else is said. */
export interface Pinned {
  readonly text: string;
  readonly lock?: Partial<LockEntry>;
}

/** Writes the schema folder of a project. */
export async function pinSchemas(root: string, schemas: Readonly<Record<string, Pinned>>): Promise<void> {
  const lock: Record<string, LockEntry> = {};
  for (const [id, { text, lock: more }] of Object.entries(schemas)) {
    const path = join(root, schemaPath(id));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    lock[id] = {
      package: PACKAGE,
      version: "1.0.0",
      integrity: "sha512-old",
      file: `schema/${id}/schema.json`,
      sha256: sha256(text),
      definitions: 2,
      methods: 1,
      ...more,
    };
  }
  await writeFile(join(root, "schema/lock.json"), `${JSON.stringify(lock, null, 2)}\n`);
}

/** Every file of the schema folder with its text: what must not change when a pull fails. */
export async function readSchemaFolder(root: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(join(root, "schema"), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = files
    .sort()
    .map(async (path) => [relative(root, path), await readFile(path, "utf8")] as const);
  return Object.fromEntries(await Promise.all(texts));
}
