import { type Change, type ChangeKind, countSeverities } from "./change.js";
import type { SchemaDiff } from "./schema-diff.js";

/** One line per change, then the verdict. */
export function diffText(diff: SchemaDiff, from: string, to: string): string {
  if (diff.severity === "none") return `${from} → ${to}: no difference\n`;
  return `${changeLines(diff.changes)}\n${from} → ${to}: ${diff.severity} (${sums(diff)})\n`;
}

/** One line per change. */
export function changeLines(changes: readonly Change[]): string {
  const width = Math.max(...changes.map(({ kind }) => kind.length));
  return changes
    .map(({ severity, kind, path, detail }) =>
      `${severity.padEnd("breaking".length)}  ${words(kind).padEnd(width)}  ${path}  ${detail}`.trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join("");
}

function sums({ counts, changes }: SchemaDiff): string {
  const of = (kind: ChangeKind): number => counts[kind] ?? 0;
  return [
    `${of("definition-added")} definitions added and ${of("definition-removed")} removed`,
    `${of("method-added")} methods added and ${of("method-removed")} removed`,
    countSeverities(changes),
  ].join(", ");
}

function words(kind: string): string {
  return kind.replaceAll("-", " ");
}
