import type { JsonSchema, SchemaDocument } from "../json-schema.js";
import { type Change, change } from "./change.js";

/** A method with the definitions that name it; unlike the generator's model it takes any side and any mix of parts. */
interface MethodEntry {
  readonly sides: string;
  readonly parts: ReadonlyMap<Part, string>;
}

type Part = "params" | "result";

/** A definition that took the place of another in a method that stayed. */
interface Renaming {
  readonly before: string;
  readonly after: string;
}

interface MethodComparison {
  readonly changes: readonly Change[];
  readonly renamings: readonly Renaming[];
}

type MethodTable = ReadonlyMap<string, MethodEntry>;

/** Compares the methods that the definitions' `x-method` annotations name. */
export function compareMethods(before: SchemaDocument, after: SchemaDocument): MethodComparison {
  const [old, young] = [readTable(before), readTable(after)];
  const removed = [...old].filter(([name]) => !young.has(name));
  const added = [...young].filter(([name]) => !old.has(name));
  const kept = [...old].flatMap(([name, entry]) => {
    const other = young.get(name);
    return other === undefined ? [] : [compareEntries(name, entry, other)];
  });
  return {
    changes: [
      ...removed.map(([name, entry]) => change("method-removed", name, describe(entry))),
      ...added.map(([name, entry]) => change("method-added", name, describe(entry))),
      ...kept.flatMap(({ changes }) => changes),
    ],
    renamings: kept.flatMap(({ renamings }) => renamings),
  };
}

/** How many methods a schema has. */
export function countMethods(schema: SchemaDocument): number {
  return readTable(schema).size;
}

function readTable({ $defs }: SchemaDocument): MethodTable {
  const groups = new Map<string, [string, JsonSchema][]>();
  for (const [name, node] of Object.entries($defs)) {
    const method = node["x-method"];
    if (method !== undefined) groups.set(method, [...(groups.get(method) ?? []), [name, node]]);
  }
  return new Map([...groups].map(([method, group]) => [method, readEntry(group)]));
}

/** The name's suffix tells the part, as in the generator's `readMethods`. */
function readEntry(group: readonly (readonly [string, JsonSchema])[]): MethodEntry {
  const sides = new Set(group.map(([, node]) => node["x-side"] ?? "nobody"));
  return {
    sides: [...sides].sort().join(" and "),
    parts: new Map(group.map(([name]) => [name.endsWith("Response") ? "result" : "params", name])),
  };
}

function describe({ sides, parts }: MethodEntry): string {
  return `${parts.has("result") ? "request" : "notification"}, handled by ${sides}`;
}

function compareEntries(name: string, before: MethodEntry, after: MethodEntry): MethodComparison {
  const [old, young] = [describe(before), describe(after)];
  const renamings = [...before.parts].flatMap(([part, definition]) => {
    const other = after.parts.get(part);
    return other === undefined || other === definition ? [] : [{ before: definition, after: other }];
  });
  return {
    changes: [
      ...(old === young ? [] : [change("method-changed", name, `${old} → ${young}`)]),
      ...renamings.map((pair) =>
        change("method-changed", name, `${pair.before} → ${pair.after}`, { severity: "text" }),
      ),
    ],
    renamings,
  };
}
