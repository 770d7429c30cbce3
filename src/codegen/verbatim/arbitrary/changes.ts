import { accepts } from "./accepts.js";
import type { ChoiceForm, Form, ListForm, MembersForm, NumberForm, RecordForm, TextForm } from "./form.js";
import { exactInteger, isMap, type Json, type Path } from "./json.js";
import { minimalOf } from "./samples.js";
import { examplesOf } from "./text-format.js";

/** What was done to one place of a value. */
export type ChangeKind =
  | "missing field"
  | "extra field"
  | "wrong type"
  | "out of range"
  | "fraction"
  | "wrong format"
  | "too short"
  | "empty text"
  | "too few items"
  | "unknown member"
  | "wrong tag"
  | "two arms";

/** One change: the value at `path` becomes `value`, or goes away where that is undefined. */
export interface Change {
  readonly kind: ChangeKind;
  readonly path: Path;
  readonly value: Json | undefined;
}

const EVERY_TYPE: readonly Json[] = [null, true, 7, "text", [], {}];
const EXTRA_FIELD = "extraField";

/** Every single change that makes a fitting value a near miss: most break the form, some it tolerates. */
export function changesOf(form: Form, value: Json): readonly Change[] {
  const own = form.kind === "any" ? [] : wrongTypes(form, value);
  return [...own, ...changesInside(form, value)];
}

function wrongTypes(form: Form, value: Json): readonly Change[] {
  const wrong = EVERY_TYPE.filter((other) => typeName(other) !== typeName(value) && !accepts(form, other));
  return wrong.map((other) => here("wrong type", other));
}

function typeName(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "bigint" ? "number" : typeof value;
}

function changesInside(form: Form, value: Json): readonly Change[] {
  switch (form.kind) {
    case "text":
      return textChanges(form, value);
    case "number":
      return numberChanges(form);
    case "members":
      return memberChanges(form);
    case "list":
      return listChanges(form, value);
    case "record":
      return recordChanges(form, value, []);
    case "choice":
      return choiceChanges(form, value);
    default:
      return [];
  }
}

function here(kind: ChangeKind, value: Json | undefined): Change {
  return { kind, path: [], value };
}

function below(segment: string | number, changes: readonly Change[]): readonly Change[] {
  return changes.map((change) => ({ ...change, path: [segment, ...change.path] }));
}

function textChanges({ format, minLength = 0 }: TextForm, value: Json): readonly Change[] {
  if (format !== undefined) return examplesOf(format).wrong.map((text) => here("wrong format", text));
  if (minLength > 0) return [here("too short", "")];
  // An empty or meaningless text is all the same to JSON Schema: only a reader of the content can object.
  return value === "" ? [] : [here("empty text", "")];
}

function numberChanges({ isInteger, least, greatest }: NumberForm): readonly Change[] {
  const beyond = (end: number | bigint, by: 1n | -1n): Json =>
    typeof end === "bigint" ? exactInteger(end + by) : end + Number(by);
  return [
    ...(least === undefined ? [] : [here("out of range", beyond(least, -1n))]),
    ...(greatest === undefined ? [] : [here("out of range", beyond(greatest, 1n))]),
    ...(isInteger ? [here("fraction", 0.5)] : []),
  ];
}

function memberChanges({ values, rest }: MembersForm): readonly Change[] {
  const texts = values.filter((member) => typeof member === "string");
  const unknown = texts.length > 0 ? `${texts[0]}~` : Math.max(...values.map(Number)) + 1;
  return [here("unknown member", unknown), ...(rest?.kind === "number" ? numberChanges(rest) : [])];
}

function listChanges({ items, minItems }: ListForm, value: Json): readonly Change[] {
  const list = Array.isArray(value) ? value : [];
  const inner = list.flatMap((item, index) => below(index, changesOf(items, item)));
  return minItems > 0 ? [here("too few items", []), ...inner] : inner;
}

function recordChanges(
  { fields, others }: RecordForm,
  value: Json,
  tags: readonly string[],
): readonly Change[] {
  if (!isMap(value)) return [];
  const missing = [...fields].filter(([name, field]) => field.isRequired && Object.hasOwn(value, name));
  const inner = Object.entries(value).flatMap(([name, member]) => {
    const form = fields.get(name)?.form ?? others;
    if (form === undefined) return [];
    const changes = changesOf(form, member);
    return below(
      name,
      tags.includes(name) ? changes.filter(({ kind }) => kind !== "unknown member") : changes,
    );
  });
  const extra: readonly Change[] = [{ kind: "extra field", path: [EXTRA_FIELD], value: true }];
  return [
    ...missing.map(([name]): Change => ({ kind: "missing field", path: [name], value: undefined })),
    ...(others === undefined || others.kind === "any" ? extra : []),
    ...inner,
  ];
}

function choiceChanges(form: ChoiceForm, value: Json): readonly Change[] {
  const option = form.options.find((candidate) => accepts(candidate, value));
  if (option === undefined) return [];
  if (option.kind !== "record" || !isMap(value)) return changesInside(option, value);
  const arms = form.options.flatMap((other) => (other.kind === "record" && other !== option ? [other] : []));
  return [
    ...recordChanges(option, value, form.tags),
    ...form.tags.flatMap((tag) => tagChanges(tag, arms, option, value)),
    ...arms.flatMap((arm) => secondArm(arm, form.tags, value)),
  ];
}

/** The tag of another arm, a tag that no arm has, and a tag where there was none. */
function tagChanges(
  tag: string,
  arms: readonly RecordForm[],
  option: RecordForm,
  value: Json,
): readonly Change[] {
  const isTagged = isMap(value) && Object.hasOwn(value, tag);
  const values = [option, ...arms].flatMap((arm) => constantOf(arm, tag) ?? []);
  const wrong = [...values, `${values[0] ?? tag}~`].filter(
    (text) => !isTagged || !isMap(value) || value[tag] !== text,
  );
  return [...new Set(wrong)].map((text) => ({ kind: "wrong tag", path: [tag], value: text }));
}

function constantOf({ fields }: RecordForm, tag: string): string | undefined {
  const form = fields.get(tag)?.form;
  const [only] = form?.kind === "members" && form.values.length === 1 ? form.values : [];
  return typeof only === "string" ? only : undefined;
}

/** What a value lacks to be of an untagged arm too. */
function secondArm(
  arm: RecordForm,
  tags: readonly string[],
  value: { readonly [name: string]: Json },
): readonly Change[] {
  if (tags.some((tag) => arm.fields.has(tag))) return [];
  const lacking = [...arm.fields].filter(([name, field]) => field.isRequired && !Object.hasOwn(value, name));
  const both = {
    ...value,
    ...Object.fromEntries(lacking.map(([name, { form }]) => [name, minimalOf(form)])),
  };
  return lacking.length === 0 ? [] : [here("two arms", both)];
}
