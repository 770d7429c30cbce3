import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { lineDiff } from "./line-diff.js";
import { type GeneratedFile, renderAll } from "./render.js";
import { readVendoredSchemas } from "./vendored.js";

export interface GenerateOptions {
  /** Only compare; write nothing. */
  readonly check: boolean;
  /** The project's folder; by default the one that this file was compiled in. */
  readonly root?: string;
}

export interface Generated {
  /** Paths of the files that were (or, with `check`, would be) written. */
  readonly changed: readonly string[];
  /** What differs, for people; empty when nothing does. */
  readonly diff: string;
}

/** Brings `generated/` in line with `schema/`, or tells where it is not. */
export async function generate({ check, root = projectRoot() }: GenerateOptions): Promise<Generated> {
  const files = await renderAll(await readVendoredSchemas(root));
  const compared = await Promise.all(files.map((file) => compare(root, file)));
  const stale = compared.filter(({ file, found }) => found !== file.text);
  const orphans = await filesBeside(root, files);
  if (!check) {
    await Promise.all(stale.map(({ file }) => write(root, file)));
    await Promise.all(orphans.map((path) => rm(join(root, path))));
  }
  return {
    changed: [...stale.map(({ file }) => file.path), ...orphans],
    diff: [
      ...stale.map(({ file, found }) => lineDiff(file.path, found ?? "", file.text)),
      ...orphans.map((path) => `${path}: no schema makes this file\n`),
    ].join(""),
  };
}

/** The folder of package.json: three levels above `dist/src/codegen`. */
export function projectRoot(): string {
  return fileURLToPath(new URL("../../..", import.meta.url));
}

async function compare(root: string, file: GeneratedFile): Promise<{ file: GeneratedFile; found?: string }> {
  try {
    return { file, found: await readFile(join(root, file.path), "utf8") };
  } catch (error) {
    if (isNotFound(error)) return { file };
    throw error;
  }
}

/** Files in `generated/` that nothing renders any more. */
async function filesBeside(root: string, files: readonly GeneratedFile[]): Promise<readonly string[]> {
  const rendered = new Set(files.map(({ path }) => path));
  const entries = await readdir(join(root, "generated"), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => path !== "generated/README.md" && !rendered.has(path));
}

async function write(root: string, { path, text }: GeneratedFile): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
