import { accepts } from "./accepts.js";
import type { ChoiceForm, Form, ListForm, MembersForm, NumberForm, RecordForm, TextForm } from "./form.js";
import { exactInteger, type Json, MOST_SAFE } from "./json.js";
import { examplesOf } from "./text-format.js";

/** A value that is minimal but for one thing. */
export interface Sample {
  readonly value: Json;
  /** The one thing, with its place: `update.content: null`. Empty for the minimal value. */
  readonly about: string;
}

const UNKNOWN_FIELD = "unknownField";
const OTHER_MEMBER = "other-member";
const SIMPLE_TEXT = "text";
/** Characters that readers and writers of JSON get wrong: escapes, a line separator, a joined emoji, right to left. */
const ODD_TEXT = 'q"\\/\b\t\u0000\u2028é𝄞👩‍🚀שלום';
const ODD_DOUBLES = [Number.MAX_VALUE, Number.MIN_VALUE, 0.1];

const NESTED: Sample = {
  value: { _meta: { list: [1, 2n ** 64n, null, true, ODD_TEXT] } },
  about: ": nested",
};

const known = new WeakMap<Form, readonly Sample[]>();

/**
 * Values at the boundaries of a form, always the same: the minimal one first, then each optional field alone, each
 * union arm, each enum member and each end of a range, at every depth, and at last the maximal one.
 */
export function samplesOf(form: Form): readonly Sample[] {
  const before = known.get(form);
  if (before !== undefined) return before;
  const samples = buildSamples(form);
  known.set(form, samples);
  return samples;
}

/** The smallest value: no optional field, the first arm, the first member. */
export function minimalOf(form: Form): Json {
  const [first] = samplesOf(form);
  if (first === undefined) throw new Error(`Cannot generate values of ${form.name ?? form.kind}: none fits`);
  return first.value;
}

function buildSamples(form: Form): readonly Sample[] {
  switch (form.kind) {
    case "any":
      return anySamples();
    case "null":
      return [plain(null)];
    case "boolean":
      return [plain(false), sample(true)];
    case "text":
      return textSamples(form);
    case "number":
      return numberSamples(form);
    case "members":
      return memberSamples(form);
    case "list":
      return listSamples(form);
    case "record":
      return recordSamples(form);
    case "choice":
      return choiceSamples(form);
  }
}

function plain(value: Json): Sample {
  return { value, about: "" };
}

function sample(
  value: Json,
  about: string = `: ${typeof value === "string" ? value : String(value)}`,
): Sample {
  return { value, about };
}

function within(place: string, { value, about }: Sample, wrap: (value: Json) => Json): Sample {
  return { value: wrap(value), about: `${place}${about}` };
}

function anySamples(): readonly Sample[] {
  return [plain({}), sample(null), sample([], ": an empty list"), NESTED, sample(2n ** 64n)];
}

function textSamples({ format, minLength = 0, excludes }: TextForm): readonly Sample[] {
  const texts = format === undefined ? [SIMPLE_TEXT, ODD_TEXT] : examplesOf(format).right;
  const long = texts.map((text) => text.padEnd(minLength, "-"));
  const [first = "", ...others] = long.map((text) => (excludes?.includes(text) ? `${text}-` : text));
  return [plain(first), ...others.map((text) => sample(text))];
}

function numberSamples({ isInteger, least, greatest }: NumberForm): readonly Sample[] {
  const form: Form = {
    kind: "number",
    isInteger,
    ...(least !== undefined && { least }),
    ...(greatest !== undefined && { greatest }),
  };
  const ends = [least, greatest].flatMap((end) => end ?? []);
  const inner = isInteger ? [MOST_SAFE, MOST_SAFE + 2n] : ODD_DOUBLES;
  const values = [0, 1, -1, ...ends, ...inner].map((value) =>
    typeof value === "bigint" ? exactInteger(value) : value,
  );
  const [first = 0, ...others] = [...new Set(values)].filter((value) => accepts(form, value));
  return [plain(first), ...others.map((value) => sample(value))];
}

function memberSamples({ values, rest }: MembersForm): readonly Sample[] {
  const [first = "", ...others] = values;
  const open = rest === undefined ? [] : [sample(typeof first === "string" ? OTHER_MEMBER : first + 1)];
  return [plain(first), ...others.map((value) => sample(value)), ...open];
}

function listSamples({ items, minItems }: ListForm): readonly Sample[] {
  const repeated = (value: Json): Json => Array.from({ length: Math.max(1, minItems) }, () => value);
  const [minimal, ...others] = samplesOf(items).map((item) => within("[0]", item, repeated));
  const one =
    minimal === undefined
      ? []
      : [minItems === 0 ? { ...minimal, about: ": one item" } : plain(minimal.value)];
  return [...(minItems === 0 ? [plain([])] : []), ...one, ...others];
}

function recordSamples({ fields, others }: RecordForm): readonly Sample[] {
  const required = [...fields].filter(([, field]) => field.isRequired);
  const minimal = Object.fromEntries(required.map(([name, { form }]) => [name, minimalOf(form)]));
  const alone = [...fields].flatMap(([name, { form, isRequired }]) =>
    samplesOf(form)
      .slice(isRequired ? 1 : 0)
      .map((inner) => within(`.${name}`, inner, (value) => ({ ...minimal, [name]: value }))),
  );
  const unknown = others === undefined || others.kind === "any" ? [NESTED] : samplesOf(others);
  const extra = unknown.map((inner) =>
    within(`.${UNKNOWN_FIELD}`, inner, (value) => ({ ...minimal, [UNKNOWN_FIELD]: value })),
  );
  const hasOptional = fields.size > required.length;
  const maximal = hasOptional ? [sample(maximalRecord(fields), ": every field")] : [];
  return [plain(minimal), ...alone, ...extra, ...maximal];
}

function choiceSamples(form: Form & ChoiceForm): readonly Sample[] {
  const samples = form.options.flatMap((option, index) =>
    samplesOf(option).map((inner) =>
      inner.about === "" && index > 0 ? { ...inner, about: `: arm ${index}` } : inner,
    ),
  );
  return form.isExclusive ? samples.filter(({ value }) => accepts(form, value)) : samples;
}

/** The largest value in structure: every field, and a list that holds every arm. */
export function maximalOf(form: Form): Json {
  if (form.kind === "record") return maximalRecord(form.fields);
  if (form.kind === "choice") return maximalOf(form.options[0] ?? { kind: "null" });
  if (form.kind !== "list") return samplesOf(form).at(-1)?.value ?? null;
  const arms = form.items.kind === "choice" ? form.items.options : [form.items];
  return arms.map(maximalOf);
}

function maximalRecord(fields: RecordForm["fields"]): Json {
  return Object.fromEntries([...fields].map(([name, { form }]) => [name, maximalOf(form)]));
}
