import { type Change, change } from "../change.js";
import { compareKeywords } from "./keywords.js";
import type { EnumCore } from "./node-view.js";

/** Compares two scalar types and the values that they name. */
export function compareEnums(before: EnumCore, after: EnumCore, path: string): readonly Change[] {
  if (before.type !== after.type) return [compareTypes(before.type, after.type, path)];
  const removed = [...before.members.keys()].filter((name) => !after.members.has(name));
  const added = [...after.members.keys()].filter((name) => !before.members.has(name));
  const kept = [...before.members].filter(([name]) => after.members.has(name));
  return [
    ...compareOpenness(before, after, path),
    ...removed.map((name) => change("enum-member-removed", path, name)),
    ...added.map((name) => change("enum-member-added", path, `${name} ${reading(before)}`)),
    ...kept.flatMap(([name, node]) =>
      compareKeywords(textOf(node), textOf(after.members.get(name)), `${path}=${name}`),
    ),
    ...(before.other && after.other
      ? compareKeywords(textOf(before.other), textOf(after.other), `${path}=*`)
      : []),
  ];
}

/** Every integer is a number, so that this one change of type refuses nothing. */
function compareTypes(before: string, after: string, path: string): Change {
  const words = `${before} → ${after}`;
  if (before === "integer" && after === "number") return change("type-widened", path, words);
  return change(before === "number" && after === "integer" ? "type-narrowed" : "type-changed", path, words);
}

function compareOpenness(before: EnumCore, after: EnumCore, path: string): readonly Change[] {
  if (before.isOpen === after.isOpen) return [];
  return [
    after.isOpen
      ? change("type-widened", path, "any other value is allowed too")
      : change("type-narrowed", path, "only the known values are allowed"),
  ];
}

function reading({ isOpen }: EnumCore): string {
  return isOpen ? "(open enum)" : "(closed enum: older readers refuse it)";
}

function textOf(node: EnumCore["other"]): Readonly<Record<string, unknown>> {
  const { type, const: value, ...text } = node ?? {};
  return text;
}
