import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Sources, as they lie in the repository: the compiler of TypeScript leaves C alone. */
const SOURCES = fileURLToPath(new URL("../../../bench/tee/programs/", import.meta.url));

export type Program = "editor" | "agent" | "relay";

/** A folder for this run alone, gone when the process ends. */
export const FOLDER: string = mkdtempSync(join(tmpdir(), "acp-tee-bench-"));
process.on("exit", () => rmSync(FOLDER, { recursive: true, force: true }));

/** Compiles the C programs, whose cost does not hide that of what is measured, and gives their paths. */
export function compilePrograms(): Readonly<Record<Program, string>> {
  const compile = (name: Program): string => {
    const path = join(FOLDER, name);
    execFileSync("cc", ["-O2", "-o", path, join(SOURCES, `${name}.c`), "-lpthread"]);
    return path;
  };
  return { editor: compile("editor"), agent: compile("agent"), relay: compile("relay") };
}
