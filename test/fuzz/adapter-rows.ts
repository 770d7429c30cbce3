import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Registry, readRegistry } from "../../src/engine/registry.js";
import type { CheckResult } from "../../src/engine/report/report.js";
import { checkAdapter, type Play } from "../../src/fuzz/adapter/adapter-check.js";
import { readAdapterProfile } from "../../src/fuzz/adapter/adapts.js";

const root = new URL("../../../", import.meta.url);
export const registry: Registry = readRegistry(fileURLToPath(new URL("conformance/requirements", root)));

/** What comes of each rule, without `acp.v1.bridge.cross-version-`. */
export type AdapterRows = Readonly<Record<string, string>>;

/** What comes of the rules for each stub adapter; printed by bench/adapters, then reviewed. */
export const pinnedAdapters: Readonly<Record<string, AdapterRows>> = JSON.parse(
  readFileSync(new URL("test/fuzz/adapter-stubs.json", root), "utf8"),
);

/** Judges an adapter by turns that are played in this process. */
export async function judgeTurns(play: Play, loses: readonly string[] = []): Promise<AdapterRows> {
  const rows = await checkAdapter({
    bridge: [],
    profile: readAdapterProfile({ adapts: { client: 1, agent: 2, loses } }, "test"),
    registry,
    isSelected: () => true,
    workers: 2,
    waitMs: 1,
    startMs: 1,
    signal: new AbortController().signal,
    play,
  });
  return Object.fromEntries(
    rows.map((row) => [row.id.replace("acp.v1.bridge.cross-version-", ""), shown(row)]),
  );
}

/** The status with what tells one defect from another. */
function shown({ status, message, actual }: CheckResult): string {
  const words = actual ?? message;
  return words === undefined ? status : `${status}: ${words}`;
}
