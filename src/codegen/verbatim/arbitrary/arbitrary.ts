import fc, { type Arbitrary } from "fast-check";
import { accepts } from "./accepts.js";
import type { ChoiceForm, Form, ListForm, MembersForm, NumberForm, RecordForm, TextForm } from "./form.js";
import { exactInteger, type Json, MOST_SAFE } from "./json.js";
import { samplesOf } from "./samples.js";
import { examplesOf } from "./text-format.js";

/** Which values of a form to draw. */
export interface Draw {
  /** Which optional fields are there; with "all" every flag is on, too. */
  readonly optional: "none" | "some" | "all";
  /** Also fields that the schema does not name: JSON Schema allows them, ACP asks writers to use `_meta`. */
  readonly hasUnknownFields: boolean;
  /** Integers that a double holds exactly, or all that the format allows. */
  readonly integers: "safe" | "all";
}

const MOST_ITEMS = 3;
const MOST_CHARACTERS = 8;
const NAMES = ["a", "x-note", "traceparent", "_meta", "ключ", "𝄞"];

/** Draws values of forms; the parts that forms share are built once. */
export class Generator {
  readonly #draw: Draw;
  readonly #known = new Map<Form, Arbitrary<Json>>();

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  valuesOf(form: Form): Arbitrary<Json> {
    const known = this.#known.get(form);
    if (known !== undefined) return known;
    const values = this.#build(form);
    this.#known.set(form, values);
    return values;
  }

  #build(form: Form): Arbitrary<Json> {
    switch (form.kind) {
      case "any":
        return this.#anything();
      case "null":
        return fc.constant(null);
      case "boolean":
        return this.#draw.optional === "all" ? fc.constant(true) : fc.boolean();
      case "text":
        return texts(form);
      case "number":
        return form.isInteger ? this.#integers(form) : doubles(form);
      case "members":
        return this.#members(form);
      case "list":
        return this.#lists(form);
      case "record":
        return this.#records(form);
      case "choice":
        return this.#choices(form);
    }
  }

  #anything(): Arbitrary<Json> {
    // jsonValue() has no bigint, and its type says so with members that JSON does not have.
    const drawn = fc.jsonValue({ maxDepth: 2, stringUnit: "binary" }) as Arbitrary<Json>;
    if (this.#draw.integers === "safe") return drawn;
    return fc.oneof(fc.constantFrom(...samplesOf({ kind: "any" }).map(({ value }) => value)), drawn);
  }

  #integers(form: NumberForm): Arbitrary<Json> {
    const isSafe = this.#draw.integers === "safe";
    const least = BigInt(form.least ?? -MOST_SAFE);
    const greatest = BigInt(form.greatest ?? MOST_SAFE);
    const min = isSafe && least < -MOST_SAFE ? -MOST_SAFE : least;
    const max = isSafe && greatest > MOST_SAFE ? MOST_SAFE : greatest;
    const edges = samplesOf(form).flatMap(({ value }) =>
      isSafe && typeof value === "bigint" ? [] : [value],
    );
    return fc.oneof(fc.constantFrom(...edges), fc.bigInt({ min, max }).map(exactInteger));
  }

  #members({ values, rest }: MembersForm): Arbitrary<Json> {
    const members = fc.constantFrom<Json>(...values);
    return rest === undefined
      ? members
      : fc.oneof({ weight: 4, arbitrary: members }, { weight: 1, arbitrary: this.valuesOf(rest) });
  }

  #lists({ items, minItems }: ListForm): Arbitrary<Json> {
    const { optional } = this.#draw;
    const minLength = optional === "all" ? Math.max(1, minItems) : minItems;
    const maxLength = optional === "none" ? minItems : Math.max(MOST_ITEMS, minItems);
    return fc.array(this.valuesOf(items), { minLength, maxLength });
  }

  #records({ fields, others }: RecordForm): Arbitrary<Json> {
    const { optional, hasUnknownFields } = this.#draw;
    const drawn = [...fields].filter(([, field]) => field.isRequired || optional !== "none");
    const model = Object.fromEntries(drawn.map(([name, { form }]) => [name, this.valuesOf(form)]));
    const requiredKeys = drawn
      .filter(([, field]) => field.isRequired || optional === "all")
      .map(([name]) => name);
    const named = fc.record<{ [name: string]: Json }>(model, { requiredKeys, noNullPrototype: true });
    const isOpen = others !== undefined || hasUnknownFields;
    if (!isOpen || optional === "none") return named;
    const names = fc.constantFrom(...NAMES.filter((name) => !fields.has(name)));
    const extra = fc.dictionary(names, this.valuesOf(others ?? { kind: "any" }), {
      maxKeys: 2,
      noNullPrototype: true,
    });
    return fc.tuple(named, extra).map(([record, more]) => ({ ...record, ...more }));
  }

  #choices(form: ChoiceForm): Arbitrary<Json> {
    const { optional } = this.#draw;
    // Null says as little as leaving the field out, so that "all" never draws it where there is more to say.
    const options = optional === "all" ? form.options.filter(({ kind }) => kind !== "null") : form.options;
    const values = fc.oneof(...options.map((option) => this.valuesOf(option)));
    return form.isExclusive ? values.filter((value) => accepts(form, value)) : values;
  }
}

function texts(form: TextForm): Arbitrary<string> {
  const { format, minLength = 0, excludes } = form;
  if (format !== undefined) return fc.constantFrom(...examplesOf(format).right);
  const maxLength = minLength + MOST_CHARACTERS;
  const samples = samplesOf(form).flatMap(({ value }) => (typeof value === "string" ? [value] : []));
  const drawn = fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: "grapheme-ascii", minLength, maxLength }) },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", minLength, maxLength }) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", minLength, maxLength }) },
    { weight: 1, arbitrary: fc.constantFrom(...samples) },
  );
  return excludes === undefined ? drawn : drawn.filter((text) => !excludes.includes(text));
}

function doubles(form: NumberForm): Arbitrary<Json> {
  const edges = fc.constantFrom(...samplesOf(form).map(({ value }) => value));
  const { least, greatest } = form;
  const inner = fc.double({
    noNaN: true,
    noDefaultInfinity: true,
    ...(least !== undefined && { min: Number(least) }),
    ...(greatest !== undefined && { max: Number(greatest) }),
  });
  return fc.oneof(edges, inner);
}
