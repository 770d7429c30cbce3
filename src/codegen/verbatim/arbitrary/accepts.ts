import type { ChoiceForm, Form, MembersForm, NumberForm, RecordForm, TextForm } from "./form.js";
import { isMap, type Json } from "./json.js";
import { examplesOf } from "./text-format.js";

/**
 * Does a value fit a form? It tells what a change did and which option of a choice a value is, for generated values
 * only: a text in a format is wrong when it is one of the format's wrong examples.
 */
export function accepts(form: Form, value: Json): boolean {
  switch (form.kind) {
    case "any":
      return true;
    case "null":
      return value === null;
    case "boolean":
      return typeof value === "boolean";
    case "text":
      return acceptsText(form, value);
    case "number":
      return acceptsNumber(form, value);
    case "members":
      return acceptsMember(form, value);
    case "list":
      return (
        Array.isArray(value) &&
        value.length >= form.minItems &&
        value.every((item) => accepts(form.items, item))
      );
    case "record":
      return acceptsRecord(form, value);
    case "choice":
      return acceptsChoice(form, value);
  }
}

function acceptsText({ format, minLength = 0, excludes }: TextForm, value: Json): boolean {
  if (typeof value !== "string" || [...value].length < minLength || excludes?.includes(value)) return false;
  return format === undefined || !examplesOf(format).wrong.includes(value);
}

function acceptsNumber({ isInteger, least, greatest }: NumberForm, value: Json): boolean {
  if (typeof value !== "number" && typeof value !== "bigint") return false;
  if (isInteger && typeof value === "number" && !Number.isInteger(value)) return false;
  return (least === undefined || value >= least) && (greatest === undefined || value <= greatest);
}

function acceptsMember({ values, rest }: MembersForm, value: Json): boolean {
  return values.some((member) => member === value) || (rest !== undefined && accepts(rest, value));
}

function acceptsRecord({ fields, others }: RecordForm, value: Json): boolean {
  if (!isMap(value)) return false;
  for (const [name, { isRequired }] of fields) {
    if (isRequired && !Object.hasOwn(value, name)) return false;
  }
  return Object.entries(value).every(([name, member]) => {
    const form = fields.get(name)?.form ?? others;
    return form === undefined || accepts(form, member);
  });
}

function acceptsChoice({ options, isExclusive }: ChoiceForm, value: Json): boolean {
  const fitting = options.filter((option) => accepts(option, value)).length;
  return isExclusive ? fitting === 1 : fitting > 0;
}
