import { isDeepStrictEqual } from "node:util";
import { armsOf, type JsonSchema } from "../../json-schema.js";
import { type Change, change } from "../change.js";
import { coreLabel, viewNode } from "./node-view.js";

type Compare = (before: JsonSchema, after: JsonSchema, path: string) => readonly Change[];

/** The arms of a union by name, in the order of the schema. */
type Arms = ReadonlyMap<string, JsonSchema>;

/** Compares the arms of two unions; an arm is known by its tag's value, else by its title, else by its type. */
export function compareUnions(
  before: JsonSchema,
  after: JsonSchema,
  path: string,
  compare: Compare,
): readonly Change[] {
  const [old, young] = [nameArms(before), nameArms(after)];
  const removed = [...old.keys()].filter((name) => !young.has(name));
  const added = [...young.keys()].filter((name) => !old.has(name));
  const reading = olderReading(armsOf(before));
  return [
    ...removed.map((name) => change("union-arm-removed", `${path}|${name}`, "")),
    ...added.map((name) => change("union-arm-added", `${path}|${name}`, reading)),
    ...compareRules(before, after, path),
    ...[...old].flatMap(([name, arm]) => {
      const other = young.get(name);
      if (other === undefined) return [];
      const at = `${path}|${name}`;
      return [
        ...compareExcludes(arm, other, new Set([...removed, ...added]), at),
        ...compare(withoutExcludes(arm), withoutExcludes(other), at),
      ];
    }),
  ];
}

function nameArms(union: JsonSchema): Arms {
  const tag = union.discriminator?.propertyName ?? findTag(armsOf(union));
  const named = new Map<string, JsonSchema>();
  for (const arm of armsOf(union)) {
    const name = constantOf(arm, tag) ?? arm.title ?? coreLabel(viewNode(arm).core);
    named.set(named.has(name) ? `${name}#${named.size}` : name, arm);
  }
  return named;
}

/** The property that is a constant in some arms, another one in each. */
function findTag(arms: readonly JsonSchema[]): string | undefined {
  const names = new Set(arms.flatMap((arm) => Object.keys(arm.properties ?? {})));
  return [...names].find((name) => {
    const values = arms.flatMap((arm) => constantOf(arm, name) ?? []);
    return values.length > 0 && new Set(values).size === values.length;
  });
}

function constantOf(arm: JsonSchema, name: string | undefined): string | undefined {
  const value = name === undefined ? undefined : arm.properties?.[name]?.const;
  return typeof value === "string" ? value : undefined;
}

/** With a tag at most one arm can match, so that `oneOf` and `anyOf` ask for the same. */
function compareRules(before: JsonSchema, after: JsonSchema, path: string): readonly Change[] {
  if ((before.oneOf === undefined) === (after.oneOf === undefined)) return [];
  const isTagged = findTag(armsOf(before)) !== undefined && findTag(armsOf(after)) !== undefined;
  const [kind, words] =
    after.oneOf === undefined
      ? (["type-widened", "several arms may match at once (oneOf → anyOf)"] as const)
      : (["type-narrowed", "only one arm may match (anyOf → oneOf)"] as const);
  return isTagged
    ? [change("keyword-changed", path, `${words}: same on the wire, arms are tagged`, { severity: "text" })]
    : [change(kind, path, words)];
}

/** What becomes of a new arm's value in a reader that knows only the older arms. */
function olderReading(arms: readonly JsonSchema[]): string {
  if (arms.some((arm) => arm.not !== undefined)) return "older readers take it for an unknown one";
  const tag = findTag(arms);
  return arms.every((arm) => constantOf(arm, tag) !== undefined)
    ? "closed union: older readers refuse it"
    : "older readers refuse it or take it for an arm without a tag";
}

/** A catch-all that excludes a new arm's tag, or no longer excludes a removed one's, says nothing new. */
function compareExcludes(
  before: JsonSchema,
  after: JsonSchema,
  moved: ReadonlySet<string>,
  path: string,
): readonly Change[] {
  const [old, young] = [excludesOf(before), excludesOf(after)];
  if (old === undefined || young === undefined) {
    if (isDeepStrictEqual(before.not, after.not)) return [];
    return [change(after.not === undefined ? "type-widened" : "type-narrowed", path, "what it excludes")];
  }
  const gained = young.filter((value) => !old.includes(value) && !moved.has(value));
  const lost = old.filter((value) => !young.includes(value) && !moved.has(value));
  return [
    ...gained.map((value) => change("type-narrowed", path, `excludes ${value}`)),
    ...lost.map((value) => change("type-widened", path, `no longer excludes ${value}`)),
  ];
}

/** The tag values of a catch-all's `not`; undefined where it says something else. */
function excludesOf(arm: JsonSchema): readonly string[] | undefined {
  if (arm.not === undefined) return [];
  const excluded = armsOf(arm.not);
  const tag = findTag(excluded);
  const values = excluded.flatMap((node) => constantOf(node, tag) ?? []);
  return values.length > 0 && values.length === excluded.length ? values : undefined;
}

function withoutExcludes(arm: JsonSchema): JsonSchema {
  const { not, ...rest } = arm;
  return rest;
}
