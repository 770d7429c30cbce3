/** What a value must look like, whatever keywords the schema file spelled it with. */
export type Shape =
  | { readonly kind: "any" }
  | { readonly kind: "reference"; readonly name: string }
  | Scalar
  | {
      readonly kind: "enum";
      readonly values: readonly (string | number)[];
      readonly isOpen: boolean;
      readonly scalar: Scalar;
    }
  | { readonly kind: "array"; readonly items: Shape; readonly minItems?: number }
  | { readonly kind: "nullable"; readonly shape: Shape }
  | ObjectShape
  | Union;

export interface Scalar {
  readonly kind: "scalar";
  readonly type: "string" | "integer" | "number" | "boolean" | "null";
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly contentEncoding?: string;
}

/** One JSON object: its own fields, those of the definitions it includes and of one arm of its union, merged. */
export interface ObjectShape {
  readonly kind: "object";
  readonly fields: Readonly<Record<string, Field>>;
  readonly includes?: readonly string[];
  readonly union?: Union;
  /** Fields that are not named here are part of the protocol. */
  readonly isOpen?: true;
  readonly values?: Shape;
}

export interface Field {
  readonly shape: Shape;
  readonly isRequired?: true;
  /** What the reference readers do instead of failing. */
  readonly leniency?: readonly ("default-on-error" | "default-on-null" | "skip-invalid-items")[];
}

export interface Union {
  readonly kind: "union";
  readonly rule: "anyOf" | "oneOf";
  /** The field whose constant value chooses the arm. */
  readonly tag?: string;
  readonly arms: readonly Arm[];
}

/** An arm without a tag value is the default, or the catch-all for the values that it does not exclude. */
export interface Arm {
  readonly tagValue?: string;
  readonly title?: string;
  readonly excludes?: readonly string[];
  readonly shape: Shape;
}
