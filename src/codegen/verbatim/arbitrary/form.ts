/**
 * What generators walk: a shape with its references followed and its unions multiplied out, so that every object is one
 * flat record. `name` is the definition that the form stands for.
 */
export type Form = { readonly name?: string } & (
  | { readonly kind: "any" | "boolean" | "null" }
  | TextForm
  | NumberForm
  | MembersForm
  | ListForm
  | RecordForm
  | ChoiceForm
);

export interface TextForm {
  readonly kind: "text";
  readonly name?: string;
  readonly format?: string;
  readonly minLength?: number;
  /** Texts that another arm of the union stands for. */
  readonly excludes?: readonly string[];
}

export interface NumberForm {
  readonly kind: "number";
  readonly name?: string;
  readonly isInteger: boolean;
  readonly least?: number | bigint;
  readonly greatest?: number | bigint;
}

/** An enum; `rest` is what an open one allows beside its members. */
export interface MembersForm {
  readonly kind: "members";
  readonly name?: string;
  readonly values: readonly (string | number)[];
  readonly rest?: Form;
}

export interface ListForm {
  readonly kind: "list";
  readonly name?: string;
  readonly items: Form;
  readonly minItems: number;
}

export interface RecordForm {
  readonly kind: "record";
  readonly name?: string;
  readonly fields: ReadonlyMap<string, FieldForm>;
  /** The definitions that the object includes. */
  readonly parts?: readonly string[];
  /** The form of fields that are not named; absent where the protocol knows no others. */
  readonly others?: Form;
}

export interface FieldForm {
  readonly form: Form;
  readonly isRequired: boolean;
}

export interface ChoiceForm {
  readonly kind: "choice";
  readonly name?: string;
  readonly options: readonly Form[];
  /** A value that fits two options is wrong (`oneOf`). */
  readonly isExclusive: boolean;
  /** The fields whose constants choose the option. */
  readonly tags: readonly string[];
}
