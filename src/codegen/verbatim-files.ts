import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { Fault } from "../fault.js";

/** A file of `generated/` that is the same for all schemas: its path there and its text. */
export interface VerbatimFile {
  readonly name: string;
  readonly text: string;
}

/** Seen from `dist/src/codegen`; the sources, because what is generated is TypeScript. */
const FOLDER = fileURLToPath(new URL("../../../src/codegen/verbatim", import.meta.url));

/** Reads what the generated tables run on: written, linted and tested as code, then part of `generated/` as it stands. */
export async function readVerbatimFiles(): Promise<readonly VerbatimFile[]> {
  const entries = await readdir(FOLDER, { recursive: true }).catch((error: unknown) => {
    throw new Fault("usage", "Cannot read src/codegen/verbatim: is this a checkout of the project?", {
      cause: error,
    });
  });
  const names = entries.filter((name) => name.endsWith(".ts")).sort();
  return Promise.all(
    names.map(async (name) => ({
      name: name.split(sep).join("/"),
      text: await readFile(join(FOLDER, name), "utf8"),
    })),
  );
}
