import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "../../fault.js";

/** A file to write: its path below the project's root, and its whole text. */
export interface FileText {
  readonly path: string;
  readonly text: string;
}

/** Holds what the files were while they are being replaced: each path with its text, or null where there was none. */
const JOURNAL = "schema/.pull.json";

/**
 * Replaces several files as one. The journal is complete before the first file changes and goes after the last one, so
 * that a run which died between is undone by `undoInterrupted`. It is synchronous: Ctrl-C has to wait.
 */
export function replaceFiles(root: string, files: readonly FileText[]): void {
  const before = files.map(({ path }) => [path, readIfThere(join(root, path))]);
  try {
    writeWhole(join(root, JOURNAL), JSON.stringify(Object.fromEntries(before)));
    for (const { path, text } of files) writeWhole(join(root, path), text);
    rmSync(join(root, JOURNAL));
  } catch (error) {
    undoInterrupted(root);
    throw new Fault("usage", `Cannot write the schemas: ${String(error)}`, { cause: error });
  }
}

/** Brings back the files of a replacement that did not come to its end; says whether there was one. */
export function undoInterrupted(root: string): boolean {
  const journal = readIfThere(join(root, JOURNAL));
  if (journal === null) return false;
  // Our own file, complete by its rename.
  const before = JSON.parse(journal) as Readonly<Record<string, string | null>>;
  for (const [path, text] of Object.entries(before)) {
    rmSync(temporary(join(root, path)), { force: true, recursive: true });
    if (text === null) rmSync(join(root, path), { force: true });
    else writeWhole(join(root, path), text);
  }
  rmSync(join(root, JOURNAL));
  return true;
}

function readIfThere(path: string): string | null {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

/** A reader finds the old text or the new one, never half of it. */
function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(temporary(path), "w");
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary(path), path);
}

function temporary(path: string): string {
  return `${path}.new`;
}
