import { readFile } from "node:fs/promises";
import { closest } from "fastest-levenshtein";
import { diffText } from "../codegen/diff/diff-text.js";
import { diffSchemas } from "../codegen/diff/schema-diff.js";
import type { SchemaDocument } from "../codegen/json-schema.js";
import { parseSchema } from "../codegen/schema-text.js";
import { readVendoredSchemas, type VendoredSchema } from "../codegen/vendored.js";
import { Fault } from "../fault.js";
import type { CliContext } from "./command.js";
import { EXIT } from "./exit-code.js";

interface Comparison {
  /** A schema id or a file. */
  readonly before: string;
  readonly after: string;
  readonly json: boolean;
}

/** `schema diff`: data on stdout; that two schemas differ is no failure. */
export async function compareSchemas(context: CliContext, root: string, names: Comparison): Promise<void> {
  const pinned = await readVendoredSchemas(root);
  const [before, after] = [
    await readSchema(names.before, pinned),
    await readSchema(names.after, pinned),
  ] as const;
  const diff = diffSchemas(before, after);
  const { before: from, after: to } = names;
  const head = { format: "acp-assay-schema-diff", formatVersion: 1, from, to };
  process.stdout.write(
    names.json ? `${JSON.stringify({ ...head, ...diff }, null, 2)}\n` : diffText(diff, from, to),
  );
  context.exit(EXIT.ok);
}

async function readSchema(name: string, pinned: readonly VendoredSchema[]): Promise<SchemaDocument> {
  const vendored = pinned.find(({ id }) => id === name);
  return vendored?.document ?? parseSchema(await readText(name, pinned), name);
}

async function readText(name: string, pinned: readonly VendoredSchema[]): Promise<string> {
  try {
    return await readFile(name, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    if (code !== "ENOENT")
      throw new Fault("usage", `Cannot read schema "${name}": ${code}`, { cause: error });
    const ids = pinned.map(({ id }) => id);
    const known = `neither an id (${ids.join(", ")}) nor a file`;
    throw new Fault(
      "usage",
      `Cannot find schema "${name}": ${known}; did you mean "${closest(name, ids)}"?`,
      {
        cause: error,
      },
    );
  }
}
