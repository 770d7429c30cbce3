import type { JsonSchema, SchemaDocument } from "../../json-schema.js";
import { type Change, change, countSeverities, gravest } from "../change.js";
import { compareEnums } from "./enum.js";
import { compareKeywords, isFieldKeyword } from "./keywords.js";
import { coreLabel, type Keywords, labelOf, type NodeView, viewNode } from "./node-view.js";
import { compareObjects } from "./object.js";
import { compareUnions } from "./union.js";

/** The definitions that references of each side stand for, and the pairs of them that are being compared already. */
export interface Scope {
  readonly before: SchemaDocument["$defs"];
  readonly after: SchemaDocument["$defs"];
  readonly entered: ReadonlySet<string>;
}

/** Compares two nodes at a path. */
export function compareNodes(
  before: JsonSchema,
  after: JsonSchema,
  path: string,
  scope: Scope,
): readonly Change[] {
  const [old, young] = [viewNode(before), viewNode(after)];
  return [...compareNull(old, young, path, scope), ...compareViews(old, young, path, scope)];
}

function compareViews(old: NodeView, young: NodeView, path: string, scope: Scope): readonly Change[] {
  return [
    ...compareCores(old, young, path, scope),
    ...compareKeywords(keywordsBeside(old, young), keywordsBeside(young, old), path),
  ];
}

/** Where only one side is a reference, the other's limits are compared with those of the definition. */
function keywordsBeside({ core, keywords }: NodeView, other: NodeView): Keywords {
  if ((core.kind === "reference") === (other.core.kind === "reference")) return keywords;
  return Object.fromEntries(Object.entries(keywords).filter(([name]) => isFieldKeyword(name)));
}

/** A definition may itself be nullable, so that a field is when its own node does not say so. */
function compareNull(before: NodeView, after: NodeView, path: string, scope: Scope): readonly Change[] {
  if (isSameReference(before, after) && before.isNullable === after.isNullable) return [];
  const [old, young] = [isNullable(before, scope.before), isNullable(after, scope.after)];
  if (old === young || before.core.kind === "any" || after.core.kind === "any") return [];
  return [
    young
      ? change("type-widened", path, "may be null")
      : change("type-narrowed", path, "may no longer be null"),
  ];
}

function isSameReference({ core: before }: NodeView, { core: after }: NodeView): boolean {
  return before.kind === "reference" && after.kind === "reference" && before.name === after.name;
}

function isNullable(view: NodeView, definitions: Scope["before"]): boolean {
  return view.isNullable || (view.core.kind === "reference" && resolve(view, definitions).isNullable);
}

function compareCores(before: NodeView, after: NodeView, path: string, scope: Scope): readonly Change[] {
  const [old, young] = [before.core, after.core];
  if (old.kind === "reference" || young.kind === "reference") {
    return compareReferences(before, after, path, scope);
  }
  const compare = (left: JsonSchema, right: JsonSchema, at: string): readonly Change[] =>
    compareNodes(left, right, at, scope);
  if (old.kind === "scalar" && young.kind === "scalar") return compareEnums(old, young, path);
  if (old.kind === "array" && young.kind === "array") return compare(old.items, young.items, `${path}[]`);
  if (old.kind === "object" && young.kind === "object") {
    return compareObjects(old.node, young.node, path, scope, compare);
  }
  if (old.kind === "union" && young.kind === "union") {
    return compareUnions(old.node, young.node, path, compare);
  }
  return old.kind === young.kind ? [] : [compareKinds(before, after, path)];
}

function compareKinds(before: NodeView, after: NodeView, path: string): Change {
  const words = `${labelOf(before)} → ${labelOf(after)}`;
  if (before.core.kind === "any") return change("type-narrowed", path, words);
  return change(after.core.kind === "any" ? "type-widened" : "type-changed", path, words);
}

/** Another definition, or one instead of an inline node, changes as much as what they hold differs. */
function compareReferences(before: NodeView, after: NodeView, path: string, scope: Scope): readonly Change[] {
  const [old, young] = [coreLabel(before.core), coreLabel(after.core)];
  const pair = `${old} → ${young}`;
  if (isSameReference(before, after)) return [];
  // Only two references can come round again: an inline node ends.
  const comesRound = before.core.kind === after.core.kind;
  if (comesRound && scope.entered.has(pair)) return [];
  const inner = compareViews(
    resolve(before, scope.before),
    resolve(after, scope.after),
    path,
    comesRound ? { ...scope, entered: new Set([...scope.entered, pair]) } : scope,
  ).filter(({ severity }) => severity !== "text");
  const words = inner.length === 0 ? "same on the wire" : `${countSeverities(inner)} in what it holds`;
  const severity = gravest(inner) ?? "text";
  return [change("reference-changed", path, `${pair}: ${words}`, { severity, before: old, after: young })];
}

/** The view of what a reference stands for; an inline node's field keywords are compared where it stands. */
function resolve({ core, node }: NodeView, definitions: Scope["before"]): NodeView {
  if (core.kind === "reference") return viewNode(definitions[core.name] ?? {});
  return viewNode(Object.fromEntries(Object.entries(node).filter(([name]) => !isFieldKeyword(name))));
}
