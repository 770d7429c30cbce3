/** What a value must look like: the one form in which every emitter sees a schema, whatever keywords spelled it. */
export type Shape =
  | AnyShape
  | ReferenceShape
  | ScalarShape
  | EnumShape
  | ArrayShape
  | ObjectShape
  | NullableShape
  | UnionShape;

export interface AnyShape {
  readonly kind: "any";
}

export interface ReferenceShape {
  readonly kind: "reference";
  readonly name: string;
}

export type ScalarType = "string" | "integer" | "number" | "boolean" | "null";

export interface ScalarShape {
  readonly kind: "scalar";
  readonly type: ScalarType;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly contentEncoding?: string;
}

/** Known values of one scalar type. An open enum names its values and allows every other one of `scalar`. */
export interface EnumShape {
  readonly kind: "enum";
  readonly values: readonly (string | number)[];
  readonly isOpen: boolean;
  readonly scalar: ScalarShape;
}

export interface ArrayShape {
  readonly kind: "array";
  readonly items: Shape;
  readonly minItems?: number;
}

/**
 * One JSON object: its own fields, the fields of the definitions it includes, and those of one arm of `union`, all
 * merged into the same object on the wire.
 */
export interface ObjectShape {
  readonly kind: "object";
  readonly fields: Readonly<Record<string, Field>>;
  readonly includes: readonly string[];
  readonly union?: UnionShape;
  /** Fields that are not named here are part of the protocol (a map, `_meta`, or an unknown variant). */
  readonly isOpen: boolean;
  /** What the values of fields that are not named must look like. */
  readonly values?: Shape;
}

export interface NullableShape {
  readonly kind: "nullable";
  readonly shape: Shape;
}

export interface UnionShape {
  readonly kind: "union";
  /** `oneOf` forbids that two arms match. */
  readonly rule: "anyOf" | "oneOf";
  /** The field whose constant value chooses the arm, if there is one. */
  readonly tag?: string;
  readonly arms: readonly Arm[];
}

export interface Arm {
  /** The tag's value in this arm; an arm without one is the default or the catch-all. */
  readonly tagValue?: string;
  /** The vendor's name for the arm. */
  readonly title?: string;
  readonly description?: string;
  /** Tag values that this arm must not have: a malformed known variant is not an unknown one. */
  readonly excludes: readonly string[];
  readonly shape: Shape;
}

export interface Field {
  readonly shape: Shape;
  readonly isRequired: boolean;
  readonly description?: string;
  readonly leniency: readonly Leniency[];
}

/** What the reference readers do instead of failing (the schema's `x-deserialize-*` annotations). */
export type Leniency = "default-on-error" | "default-on-null" | "skip-invalid-items";

export interface Definition {
  readonly name: string;
  readonly description?: string;
  readonly shape: Shape;
}

/** The side that handles a method (the schema's `x-side`); `protocol` is both. */
export type Side = "agent" | "client" | "protocol";

export interface Method {
  readonly name: string;
  readonly side: Side;
  readonly kind: "request" | "notification";
  readonly params: string;
  /** Absent for a notification. */
  readonly result?: string;
}

export interface Model {
  readonly definitions: readonly Definition[];
  readonly methods: readonly Method[];
}
