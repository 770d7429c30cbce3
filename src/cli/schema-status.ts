import { readStatus, type SchemaDrift, type SchemaStatus } from "../codegen/registry/status.js";
import type { CliContext } from "./command.js";
import { EXIT } from "./exit-code.js";
import { unlessInterrupted } from "./schema-interruption.js";

/** `schema status`: exit 1 when a drift trigger fired, as for anything that is stale. */
export function showStatus(context: CliContext, root: string, json: boolean): Promise<void> {
  return unlessInterrupted(context, async () => {
    const status = await readStatus(root, context.signal);
    process.stdout.write(json ? `${JSON.stringify(jsonOf(status), null, 2)}\n` : textOf(status));
    context.exit(hasFired(status) ? EXIT.failed : EXIT.ok);
  });
}

function hasFired({ triggers }: SchemaStatus): boolean {
  return triggers.some(({ fired }) => fired);
}

function jsonOf(status: SchemaStatus): object {
  return { format: "acp-assay-schema-status", formatVersion: 1, ...status, drifted: hasFired(status) };
}

function textOf({ pinned, registry, triggers, drift }: SchemaStatus): string {
  const rows = pinned.map(({ id, lock }) => [
    id,
    `${lock.package} ${lock.version}`,
    `${lock.definitions} definitions`,
    `${lock.methods} methods`,
    `sha256 ${lock.sha256.slice(0, 12)}`,
    ...(lock.projection === undefined ? [] : ["stable part of a mixed file"]),
  ]);
  const newer = registry.newer.length === 0 ? "nothing newer" : `newer: ${registry.newer.join(", ")}`;
  return [
    "Pinned",
    ...table(rows),
    "Registry",
    `  ${registry.package} ${registry.latest}, ${newer}`,
    ...drift.map(driftLine),
    "Triggers",
    ...table(triggers.map(({ id, fired, detail }) => [fired ? "FIRED" : "quiet", id, detail])),
    "",
  ].join("\n");
}

function driftLine({ id, severity, counts }: SchemaDrift): string {
  if (severity === "new" || severity === "none")
    return `  ${id}: ${severity === "new" ? "new" : "unchanged"}`;
  const kinds = Object.entries(counts).map(([kind, count]) => `${count} ${kind.replaceAll("-", " ")}`);
  return `  ${id}: ${severity} (${kinds.join(", ")})`;
}

function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd(),
  );
}
