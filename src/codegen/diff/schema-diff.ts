import { isDeepStrictEqual } from "node:util";
import type { SchemaDocument } from "../json-schema.js";
import { type Change, type ChangeKind, change, gravest, inOrder, type Severity } from "./change.js";
import { compareNodes, type Scope } from "./compare/node.js";
import { compareMethods } from "./method-table.js";

/** Every difference between two schemas. */
export interface SchemaDiff {
  /** That of the gravest change; `none` where there is no difference at all. */
  readonly severity: Severity | "none";
  readonly counts: Readonly<Partial<Record<ChangeKind, number>>>;
  readonly changes: readonly Change[];
}

/** Compares two schemas; the order of keys, of definitions and of `required` is no difference. */
export function diffSchemas(before: SchemaDocument, after: SchemaDocument): SchemaDiff {
  const scope: Scope = { before: before.$defs, after: after.$defs, entered: new Set() };
  const methods = compareMethods(before, after);
  const changes = inOrder([
    ...methods.changes,
    ...compareDefinitions(scope),
    ...methods.renamings.flatMap((pair) => compareAs(pair.after, pair.before, pair.after, scope)),
    ...compareRoots(before, after, scope),
  ]);
  return { severity: gravest(changes) ?? "none", counts: countKinds(changes), changes };
}

function compareRoots(before: SchemaDocument, after: SchemaDocument, scope: Scope): readonly Change[] {
  const { $defs: _old, ...root } = before;
  const { $defs: _young, ...other } = after;
  return compareNodes(root, other, "(root)", scope);
}

function compareDefinitions(scope: Scope): readonly Change[] {
  const removed = Object.keys(scope.before).filter((name) => !Object.hasOwn(scope.after, name));
  const added = Object.keys(scope.after).filter((name) => !Object.hasOwn(scope.before, name));
  const kept = Object.keys(scope.before).filter((name) => Object.hasOwn(scope.after, name));
  return [
    ...removed.map((name) => change("definition-removed", name, "")),
    ...added.map((name) => change("definition-added", name, "")),
    ...kept.flatMap((name) => compareAs(name, name, name, scope)),
  ];
}

function compareAs(path: string, before: string, after: string, scope: Scope): readonly Change[] {
  const [old, young] = [scope.before[before] ?? {}, scope.after[after] ?? {}];
  const changes = compareNodes(old, young, path, scope);
  if (changes.length > 0 || isDeepStrictEqual(normalize(old), normalize(young))) return changes;
  // Another spelling of the same meaning, as far as this comparison can tell: shown, so that nothing passes unseen.
  return [change("text-changed", path, "spelled with other keywords")];
}

/** `required` is a set, and what the method table tells is not told twice. */
function normalize(node: object): unknown {
  return JSON.parse(
    JSON.stringify(node, (key, value) => {
      if (key === "x-method" || key === "x-side") return undefined;
      return key === "required" && Array.isArray(value) ? [...value].sort() : value;
    }),
  );
}

function countKinds(changes: readonly Change[]): SchemaDiff["counts"] {
  const counts: Partial<Record<ChangeKind, number>> = {};
  for (const { kind } of changes) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
