import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Test } from "tap";

/** A folder of its own for each call; gone when the test ends. */
export function newFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), "journal-"));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
