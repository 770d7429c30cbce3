import type { CheckResult } from "./report.js";

/** The chapter of a check id: `prompt` of `acp.v1.prompt.baseline-text`, `bridge.promise` and `wire.line` as they are. */
export function chapterOf(id: string): string {
  const parts = id.replace(/^acp\.v\d+\./, "").split(".");
  return id.startsWith("acp.") ? (parts[0] ?? id) : parts.slice(0, 2).join(".");
}

/** Checks by chapter, in the order in which the chapters first appear. */
export function groupByChapter(checks: readonly CheckResult[]): Map<string, CheckResult[]> {
  const groups = new Map<string, CheckResult[]>();
  for (const check of checks) {
    const chapter = chapterOf(check.id);
    const known = groups.get(chapter);
    if (known === undefined) groups.set(chapter, [check]);
    else known.push(check);
  }
  return groups;
}
