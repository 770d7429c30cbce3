import type { Form, TextForm } from "./form.js";

/** The form of values that fit both; undefined where there are none. A base object and a union arm may share a field. */
export function intersect(left: Form, right: Form): Form | undefined {
  if (left.kind === "any") return right;
  if (right.kind === "any" || left === right) return left;
  if (left.kind === "choice") {
    const options = left.options.flatMap((option) => intersect(option, right) ?? []);
    const [only] = options;
    return options.length > 1 ? { ...left, options } : only;
  }
  if (right.kind === "choice") return intersect(right, left);
  if (left.kind === "members" && right.kind === "text") return intersectMembers(left, right);
  if (left.kind === "text" && right.kind === "members") return intersect(right, left);
  if (left.kind === "text" && right.kind === "text") return intersectTexts(left, right);
  if (left.kind === "record" && right.kind === "record") return intersectMaps(left, right);
  return JSON.stringify(left) === JSON.stringify(right) ? left : undefined;
}

function intersectMembers(members: Form & { kind: "members" }, text: TextForm): Form | undefined {
  const values = members.values.filter((value) => !text.excludes?.includes(String(value)));
  return values.length === 0 ? undefined : { ...members, values };
}

function intersectTexts(left: TextForm, right: TextForm): TextForm {
  const excludes = [...(left.excludes ?? []), ...(right.excludes ?? [])];
  const minLength = Math.max(left.minLength ?? 0, right.minLength ?? 0);
  return {
    ...left,
    ...right,
    ...(excludes.length > 0 && { excludes }),
    ...(minLength > 0 && { minLength }),
  };
}

function intersectMaps(left: Form & { kind: "record" }, right: Form & { kind: "record" }): Form {
  if (left.fields.size === 0 && left.others?.kind === "any") return right;
  if (right.fields.size === 0 && right.others?.kind === "any") return left;
  throw new Error("Cannot generate values: two parts of an object describe one field as different objects");
}
