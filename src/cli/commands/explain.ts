import { type Command, Option } from "commander";
import { clientSuite } from "../../../conformance/client-suite.js";
import { agentSuiteOf } from "../../../conformance/suites.js";
import { isDeclarative } from "../../engine/requirement.js";
import { selectorFilter, selects } from "../../engine/selector.js";
import { ADAPTER_RULES } from "../../fuzz/adapter/adapter-rows.js";
import { bridgeCases } from "../../fuzz/bridge-suite.js";
import { type SchemaId, schemaIds } from "../../protocol/schema-id.js";
import { type CatalogueEntry, readCatalogue } from "../check-catalogue.js";
import type { CliContext } from "../command.js";
import { EXIT } from "../exit-code.js";

/** `explain`: one requirement in full. */
export function register(program: Command, context: CliContext): void {
  program
    .command("explain")
    .summary("say what a check asks, why, and how it looks")
    .argument("<id>", "a check id, or a prefix that names one")
    .addOption(
      new Option("--schema <id>", "the schema whose requirements are meant").choices(schemaIds).default("v1"),
    )
    .action((selector: string, flags: { readonly schema: SchemaId }) => {
      // An id that names its version says the same as the option.
      const schema = selector.startsWith("acp.v2.") ? "v2" : flags.schema;
      const all = readCatalogue(undefined, schema);
      const ids = all.map(({ requirement }) => requirement.id);
      selectorFilter([selector], ids);
      const entries = all.filter(({ requirement }) => selects(selector, requirement.id));
      process.stdout.write(entries.map((entry) => explain(entry, schema)).join("\n"));
      context.exit(EXIT.ok);
    });
}

function explain({ requirement, coverage }: CatalogueEntry, schema: SchemaId): string {
  const { id, role, level, statement, citation, observe, appliesWhen, tck, excluded } = requirement;
  const rows: [string, string | undefined][] = [
    ["requires", statement],
    [
      "level",
      `${level.toUpperCase()}${isDeclarative(requirement) ? ", read from a plain sentence: warns unless --strict" : ""}`,
    ],
    ["binds", role === "both" ? "agents and clients" : `${role}s`],
    ["applies", appliesWhen === null ? "always" : `with ${appliesWhen}`],
    ["source", citation],
    ["observed", observe],
    ["checked", howChecked(id, coverage, schema)],
    ["excluded", excluded],
    ["tck", tck?.join(", ")],
  ];
  const lines = rows
    .filter(([, text]) => text !== undefined)
    .map(([name, text]) => `  ${name.padEnd(9)} ${text}`);
  return [id, ...lines, ""].join("\n");
}

function howChecked(id: string, coverage: CatalogueEntry["coverage"], schema: SchemaId): string {
  if (coverage === "passive") return "on every frame of every scenario";
  if (coverage !== "check") return `not yet (${coverage})`;
  const byRole = [
    ["agents", agentSuiteOf(schema).scenarios],
    ["clients", clientSuite.scenarios],
  ] as const;
  const told = byRole.flatMap(([role, scenarios]) => {
    const names = scenarios.filter(({ judges }) => judges.includes(id)).map(({ name }) => name);
    return names.length === 0 ? [] : [`by scenario ${names.join(", ")} (${role})`];
  });
  if (told.length > 0) return told.join("; ");
  if (Object.values(ADAPTER_RULES).includes(id))
    return "by turns of an agent of version 2 through an adapter";
  const played = bridgeCases.find((one) => one.id === id);
  return played === undefined
    ? "over all bridge cases about streams"
    : `by a bridge case of ${played.steps.length} steps, direct and through`;
}
