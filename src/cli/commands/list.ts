import { type Command, Option } from "commander";
import { chapterOf } from "../../engine/report/chapter.js";
import type { Role } from "../../engine/requirement.js";
import { selectorFilter } from "../../engine/selector.js";
import { type SchemaId, schemaIds } from "../../protocol/schema-id.js";
import { type CatalogueEntry, type Coverage, ROLES, readCatalogue } from "../check-catalogue.js";
import type { CliContext } from "../command.js";
import { EXIT } from "../exit-code.js";
import { methodList } from "../method-list.js";

interface ListFlags {
  readonly json: boolean;
  readonly summary: boolean;
  readonly methods: boolean;
  readonly schema: SchemaId;
  readonly role?: Role;
}

const COVERAGES: readonly Coverage[] = ["check", "passive", "planned", "excluded"];

/** `list`: every requirement with what stands behind it. */
export function register(program: Command, context: CliContext): void {
  program
    .command("list")
    .summary("list the requirements, and what checks them")
    .argument("[selector...]", "ids or prefixes of ids")
    .option("--json", "as JSON", false)
    .option("--summary", "only the counts per chapter", false)
    .addOption(
      new Option("--role <role>", "only what binds this role, and what checks it there").choices(ROLES),
    )
    .option("--methods", "the methods of a schema instead, each with its definitions", false)
    .addOption(
      new Option("--schema <id>", "the schema whose requirements or methods are listed")
        .choices(schemaIds)
        .default("v1"),
    )
    .action(async (selectors: string[], flags: ListFlags) => {
      if (flags.methods) {
        process.stdout.write(await methodList(selectors, flags));
        context.exit(EXIT.ok);
        return;
      }
      const all = readCatalogue(flags.role, flags.schema);
      const isSelected = selectorFilter(
        selectors,
        all.map(({ requirement }) => requirement.id),
      );
      const select = (some: readonly CatalogueEntry[]): CatalogueEntry[] =>
        some.filter(({ requirement }) => isSelected(requirement.id));
      process.stdout.write(render(select(all), flags));
      if (flags.summary && !flags.json && flags.role === undefined) {
        // A requirement that binds agents and clients counts for each of them, by what checks it there.
        const byRole = ROLES.map((role) => [role, count(select(readCatalogue(role, flags.schema)))] as const);
        process.stdout.write(`\n${table("role", byRole)}`);
      }
      context.exit(EXIT.ok);
    });
}

function render(entries: readonly CatalogueEntry[], { json, summary }: ListFlags): string {
  if (summary) return json ? `${JSON.stringify(countAll(entries), null, 2)}\n` : summaryText(entries);
  if (json) {
    const rows = entries.map(({ requirement, coverage }) => ({ ...requirement, coverage }));
    return `${JSON.stringify(rows, null, 2)}\n`;
  }
  return entries.map(lineOf).join("");
}

function lineOf({ requirement, coverage }: CatalogueEntry): string {
  const { id, level, role, statement } = requirement;
  return `${id}  ${level} ${role} ${coverage}  ${statement}\n`;
}

type Counts = Readonly<Record<Coverage | "total", number>>;

function countAll(entries: readonly CatalogueEntry[]): Record<string, Counts> {
  const chapters = new Map<string, CatalogueEntry[]>();
  for (const entry of entries) {
    const chapter = chapterOf(entry.requirement.id);
    chapters.set(chapter, [...(chapters.get(chapter) ?? []), entry]);
  }
  const rows = [...chapters].map(([chapter, some]) => [chapter, count(some)] as const);
  return Object.fromEntries([...rows, ["total", count(entries)]]);
}

function count(entries: readonly CatalogueEntry[]): Counts {
  const of = (wanted: Coverage): number => entries.filter(({ coverage }) => coverage === wanted).length;
  return {
    check: of("check"),
    passive: of("passive"),
    planned: of("planned"),
    excluded: of("excluded"),
    total: entries.length,
  };
}

function summaryText(entries: readonly CatalogueEntry[]): string {
  return table("chapter", Object.entries(countAll(entries)));
}

function table(title: string, rows: readonly (readonly [string, Counts])[]): string {
  const width = Math.max(title.length, ...rows.map(([name]) => name.length));
  const head = `${title.padEnd(width)}  ${[...COVERAGES, "total"].map((name) => name.padStart(9)).join("")}\n`;
  const lines = rows.map(([chapter, counts]) => {
    const cells = [...COVERAGES, "total" as const].map((name) => String(counts[name]).padStart(9)).join("");
    return `${chapter.padEnd(width)}  ${cells}\n`;
  });
  return head + lines.join("");
}
