import { accepts } from "./accepts.js";
import type { Form, RecordForm } from "./form.js";
import { isMap, type Json, type Path } from "./json.js";

/** A place that holds an identifier: a text whose definition is named `…Id`, or a `RequestId`. */
export interface IdSlot {
  /** The identifier's definition. */
  readonly id: string;
  readonly path: Path;
  /** The definitions that the object around it is made of. */
  readonly owners: readonly string[];
  /** It is the key of an item of a list: the first identifier that the item must have. */
  readonly isKey: boolean;
  /** The object around it says something about what the identifier names. */
  readonly isDescribed: boolean;
}

interface Place extends Omit<IdSlot, "id"> {
  /** The value is an item of a list. */
  readonly isListed: boolean;
}

const TOP: Place = { path: [], owners: [], isKey: false, isDescribed: false, isListed: false };

/** The identifiers of a value; without a value, all that the form can hold. */
export function idSlotsOf(form: Form, value?: Json, place: Place = TOP): readonly IdSlot[] {
  const owners = form.name === undefined ? place.owners : [...place.owners, form.name];
  if (isId(form) && form.name !== undefined) {
    const { path, owners: around, isKey, isDescribed } = place;
    return [{ id: form.name, path, owners: around, isKey, isDescribed }];
  }
  switch (form.kind) {
    case "choice": {
      const options = form.options.filter((option) => value === undefined || accepts(option, value));
      const chosen = value === undefined ? options : options.slice(0, 1);
      return chosen.flatMap((option) => idSlotsOf(option, value, { ...place, owners }));
    }
    case "list": {
      const items: readonly (Json | undefined)[] = Array.isArray(value) ? value : [undefined];
      return items.flatMap((item, index) =>
        idSlotsOf(form.items, item, { ...TOP, path: [...place.path, index], isListed: true }),
      );
    }
    case "record":
      return slotsOfRecord(form, value, { ...place, owners: [...owners, ...(form.parts ?? [])] });
    default:
      return [];
  }
}

function slotsOfRecord({ fields }: RecordForm, value: Json | undefined, place: Place): readonly IdSlot[] {
  const required = [...fields].filter(([, field]) => field.isRequired && isId(field.form));
  return [...fields].flatMap(([name, { form }]) => {
    if (value !== undefined && !(isMap(value) && Object.hasOwn(value, name))) return [];
    const member = isMap(value) ? value[name] : undefined;
    return idSlotsOf(form, member, {
      path: [...place.path, name],
      // What is not an identifier has owners of its own.
      owners: isId(form) ? place.owners : [],
      isKey: place.isListed && required[0]?.[0] === name,
      isDescribed: [...fields].some(([other, field]) => other !== name && describes(other, field.form)),
      isListed: false,
    });
  });
}

function isId(form: Form): boolean {
  return form.name?.endsWith("Id") === true && form.kind !== "record";
}

function describes(name: string, form: Form): boolean {
  return name !== "_meta" && !(form.kind === "members" && form.values.length === 1);
}
