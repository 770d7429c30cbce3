import type { Arm, ObjectShape, Scalar, Shape, Union } from "../shape.js";
import type { FieldForm, Form, RecordForm } from "./form.js";
import { intersect } from "./intersect.js";
import { integerRange } from "./number-range.js";

/** The shapes of a schema's definitions, by name. */
export type Shapes = Readonly<Record<string, Shape>>;

/** Reads the forms of a schema's definitions, each once. */
export class FormReader {
  readonly #shapes: Shapes;
  readonly #known = new Map<string, Form>();
  readonly #open = new Set<string>();

  constructor(shapes: Shapes) {
    this.#shapes = shapes;
  }

  /** The form of a definition. */
  definition(name: string): Form {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const shape = this.#shapes[name];
    if (shape === undefined)
      throw new Error(`Cannot generate values of ${name}: the schema does not define it`);
    if (this.#open.has(name)) throw new Error(`Cannot generate values of ${name}: it contains itself`);
    this.#open.add(name);
    const form: Form = { ...this.read(shape), name };
    this.#open.delete(name);
    this.#known.set(name, form);
    return form;
  }

  /** The form of any shape of the schema. */
  read(shape: Shape): Form {
    switch (shape.kind) {
      case "any":
        return { kind: "any" };
      case "reference":
        return this.definition(shape.name);
      case "scalar":
        return readScalar(shape);
      case "enum":
        return {
          kind: "members",
          values: shape.values,
          ...(shape.isOpen && { rest: readScalar(shape.scalar) }),
        };
      case "array":
        return { kind: "list", items: this.read(shape.items), minItems: shape.minItems ?? 0 };
      case "nullable":
        return {
          kind: "choice",
          options: [this.read(shape.shape), { kind: "null" }],
          isExclusive: false,
          tags: [],
        };
      case "union":
        return this.#readUnion(shape);
      case "object":
        return this.#readObject(shape);
    }
  }

  #readUnion(union: Union): Form {
    const options = union.arms.map((arm) => this.#readArm(arm, union.tag));
    const [only, ...others] = options;
    if (only !== undefined && others.length === 0) return only;
    const isExclusive = union.rule === "oneOf";
    return { kind: "choice", options, isExclusive, tags: union.tag === undefined ? [] : [union.tag] };
  }

  #readArm({ excludes, shape }: Arm, tag: string | undefined): Form {
    const form = this.read(shape);
    if (excludes === undefined || tag === undefined) return form;
    const without: FieldForm = { form: { kind: "text", excludes }, isRequired: false };
    return multiply(form, { kind: "record", fields: new Map([[tag, without]]) });
  }

  /** All parts of an object multiplied: one record for each way to choose an arm in each part. */
  #readObject({ fields, includes = [], union, isOpen, values }: ObjectShape): Form {
    const named = Object.entries(fields).map(([name, { shape, isRequired }]): [string, FieldForm] => [
      name,
      { form: this.read(shape), isRequired: isRequired ?? false },
    ]);
    const own: Form = {
      kind: "record",
      fields: new Map(named),
      ...(isOpen && { others: { kind: "any" } }),
      ...(values !== undefined && { others: this.read(values) }),
    };
    const parts = [
      ...includes.map((name) => this.definition(name)),
      ...(union ? [this.#readUnion(union)] : []),
    ];
    return parts.reduce(multiply, own);
  }
}

function readScalar({ type, format, minimum, maximum, minLength }: Scalar): Form {
  if (type === "boolean" || type === "null") return { kind: type };
  if (type === "string") {
    return {
      kind: "text",
      ...(format !== undefined && { format }),
      ...(minLength !== undefined && { minLength }),
    };
  }
  const isInteger = type === "integer";
  const range = isInteger ? integerRange(format, minimum, maximum) : { least: minimum, greatest: maximum };
  return {
    kind: "number",
    isInteger,
    ...(range.least !== undefined && { least: range.least }),
    ...(range.greatest !== undefined && { greatest: range.greatest }),
  };
}

/** The forms of one object that both describe a part of. */
function multiply(left: Form, right: Form): Form {
  if (left.kind === "choice")
    return choose(
      left,
      left.options.flatMap((option) => multiply(option, right)),
    );
  if (right.kind === "choice")
    return choose(
      right,
      right.options.flatMap((option) => multiply(left, option)),
    );
  if (left.kind !== "record" || right.kind !== "record") {
    throw new Error(`Cannot generate values: an object includes a ${left.kind} and a ${right.kind}`);
  }
  return merge(left, right);
}

function choose(choice: Form & { kind: "choice" }, options: readonly Form[]): Form {
  const flat = options.flatMap((option) => (option.kind === "choice" ? option.options : [option]));
  const tags = options.flatMap((option) => (option.kind === "choice" ? option.tags : []));
  const isExclusive =
    choice.isExclusive || options.some((option) => option.kind === "choice" && option.isExclusive);
  return { kind: "choice", options: flat, isExclusive, tags: [...new Set([...choice.tags, ...tags])] };
}

function merge(left: RecordForm, right: RecordForm): RecordForm {
  const fields = new Map(left.fields);
  for (const [name, field] of right.fields) {
    const before = fields.get(name);
    const form = before === undefined ? field.form : intersect(before.form, field.form);
    if (form === undefined)
      throw new Error(`Cannot generate values: nothing fits all that is said of "${name}"`);
    fields.set(name, { form, isRequired: field.isRequired || (before?.isRequired ?? false) });
  }
  const others = left.others ?? right.others;
  const parts = [left, right].flatMap((part) => [
    ...(part.name === undefined ? [] : [part.name]),
    ...(part.parts ?? []),
  ]);
  return { kind: "record", fields, parts, ...(others !== undefined && { others }) };
}
