import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Test } from "tap";

/** A folder of its own for each call; gone when the test ends, whatever still writes to it for a moment. */
export function newFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), "acp-assay-"));
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  return folder;
}
