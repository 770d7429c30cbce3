import fc, { Arbitrary, type Random, type Stream, type Value } from "fast-check";
import { accepts } from "./accepts.js";
import type { Form, ListForm, RecordForm } from "./form.js";
import { exactInteger, isMap, type Json, type JsonMap, spell } from "./json.js";
import { minimalOf } from "./samples.js";

const ANYTHING: Form = { kind: "any" };

/**
 * Draws from an arbitrary, and shrinks by the form alone: whatever made a value, it loses optional fields, items and
 * characters, and its parts become minimal, while it still fits.
 */
export class Shrinking extends Arbitrary<Json> {
  readonly #form: Form;
  readonly #values: Arbitrary<Json>;

  constructor(form: Form, values: Arbitrary<Json>) {
    super();
    this.#form = form;
    this.#values = values;
  }

  override generate(random: Random, bias: number | undefined): Value<Json> {
    return new fc.Value(this.#values.generate(random, bias).value, undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is Json {
    return value !== undefined;
  }

  override shrink(value: Json): Stream<Value<Json>> {
    const smaller = fc.stream(smallerThan(this.#form, value));
    return smaller
      .filter((candidate) => accepts(this.#form, candidate))
      .map((candidate) => new fc.Value(candidate, undefined));
  }
}

/** Smaller values in one place each, the boldest first; none for the minimal value. */
function* smallerThan(form: Form, value: Json): IterableIterator<Json> {
  const minimal = minimalOf(form);
  if (spell(minimal) === spell(value)) return;
  yield minimal;
  if (form.kind === "choice") {
    const option = form.options.find((candidate) => accepts(candidate, value));
    if (option !== undefined) yield* smallerThan(option, value);
  } else if (isMap(value)) yield* smallerMaps(form.kind === "record" ? form : undefined, value);
  else if (Array.isArray(value)) yield* smallerLists(form.kind === "list" ? form : undefined, value);
  else if (typeof value === "string" && form.kind !== "members") yield* shorterTexts(value);
  else if (typeof value === "bigint") yield exactInteger(value / 2n);
  else if (Number.isSafeInteger(value)) yield Math.trunc(Number(value) / 2);
}

function* smallerMaps(form: RecordForm | undefined, value: JsonMap): IterableIterator<Json> {
  const members = Object.entries(value);
  for (const [name] of members) {
    if (form?.fields.get(name)?.isRequired === true) continue;
    yield Object.fromEntries(members.filter(([other]) => other !== name));
  }
  for (const [name, member] of members) {
    const field = form?.fields.get(name)?.form ?? form?.others ?? ANYTHING;
    for (const smaller of smallerThan(field, member)) yield { ...value, [name]: smaller };
  }
}

function* smallerLists(form: ListForm | undefined, value: readonly Json[]): IterableIterator<Json> {
  if (value.length > (form?.minItems ?? 0)) {
    for (const index of value.keys()) yield value.toSpliced(index, 1);
  }
  for (const [index, item] of value.entries()) {
    for (const smaller of smallerThan(form?.items ?? ANYTHING, item)) yield value.with(index, smaller);
  }
}

function* shorterTexts(text: string): IterableIterator<string> {
  const characters = [...text];
  if (characters.length < 2) return;
  const half = Math.floor(characters.length / 2);
  yield characters.slice(0, half).join("");
  yield characters.slice(half).join("");
}
