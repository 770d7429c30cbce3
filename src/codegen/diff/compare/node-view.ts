import { armsOf, definitionName, type JsonSchema } from "../../json-schema.js";

/**
 * A schema node as a comparison sees it, whatever keywords spell it. Unlike the generator's model it takes any keyword:
 * what the generator cannot read yet is just what a comparison must show.
 */
export interface NodeView {
  readonly core: Core;
  readonly isNullable: boolean;
  /** The node itself, without what only wraps it. */
  readonly node: JsonSchema;
  /** The keywords that `core` does not stand for. */
  readonly keywords: Keywords;
}

export type Keywords = Readonly<Record<string, unknown>>;

export type Core =
  | { readonly kind: "any" }
  | { readonly kind: "reference"; readonly name: string }
  | EnumCore
  | { readonly kind: "array"; readonly items: JsonSchema }
  | { readonly kind: "object"; readonly node: JsonSchema }
  | { readonly kind: "union"; readonly node: JsonSchema };

/** The values of one scalar type; without members it is the plain type. */
export interface EnumCore {
  readonly kind: "scalar";
  readonly type: string;
  readonly members: ReadonlyMap<string, JsonSchema>;
  /** Values that are not members are allowed too. */
  readonly isOpen: boolean;
  /** The arm of an open enum that stands for those values. */
  readonly other?: JsonSchema;
}

const CORE_KEYWORDS: ReadonlySet<string> = new Set(["type", "const", "enum", "$ref", "items"]);

const OBJECT_KEYWORDS: ReadonlySet<string> = new Set([
  ...["properties", "required", "allOf", "anyOf", "oneOf", "additionalProperties", "unevaluatedProperties"],
]);

/** Reads one node. */
export function viewNode(node: JsonSchema): NodeView {
  const { inner, isNullable } = unwrap(node);
  const core = readCore(inner);
  const consumed = (name: string): boolean =>
    CORE_KEYWORDS.has(name) ||
    (core.kind === "object" ? OBJECT_KEYWORDS.has(name) : core.kind !== "any" && isArms(name));
  const keywords = { ...limitsOfOther(core), ...inner };
  return {
    core,
    isNullable,
    node: inner,
    keywords: Object.fromEntries(Object.entries(keywords).filter(([name]) => !consumed(name))),
  };
}

/** What an open enum asks of its other values, which a plain type asks of all. */
function limitsOfOther(core: Core): Keywords {
  if (core.kind !== "scalar" || core.other === undefined) return {};
  const { title, description, ...limits } = core.other;
  return limits;
}

/** What a node is called in a row: its type, its definition, or its arms. */
export function labelOf({ core, isNullable }: NodeView): string {
  return coreLabel(core) + (isNullable ? " or null" : "");
}

/** What a core is called in a row, null left aside. */
export function coreLabel(core: Core): string {
  switch (core.kind) {
    case "any":
      return "anything";
    case "reference":
      return core.name;
    case "scalar":
      return core.members.size === 0 ? core.type : `${core.type} of ${core.members.size} known values`;
    case "array":
      return `array of ${labelOf(viewNode(core.items))}`;
    case "object":
      return "object";
    case "union":
      return `union of ${armsOf(core.node).length}`;
  }
}

function isArms(name: string): boolean {
  return name === "anyOf" || name === "oneOf";
}

/** Takes off what only wraps: an `allOf` of one node, and the null beside a type or an arm. */
function unwrap(node: JsonSchema): { readonly inner: JsonSchema; readonly isNullable: boolean } {
  const { allOf, anyOf, oneOf, ...rest } = node;
  const [only, ...others] = allOf ?? [];
  if (only !== undefined && others.length === 0 && !isObject(node) && armsOf(node).length === 0) {
    return unwrap({ ...only, ...rest });
  }
  const arms = armsOf(node);
  const some = arms.filter((arm) => arm.type !== "null");
  const [arm] = some;
  if (some.length < arms.length && arm !== undefined && !isObject(node)) {
    const kept: JsonSchema = anyOf === undefined ? { ...node, oneOf: some } : { ...node, anyOf: some };
    return { inner: some.length === 1 ? unwrap({ ...arm, ...rest }).inner : kept, isNullable: true };
  }
  if (!Array.isArray(node.type)) return { inner: node, isNullable: false };
  const types = node.type.filter((type) => type !== "null");
  const [type, ...more] = types;
  const typed = more.length === 0 && type !== undefined ? { ...node, type } : { ...node, type: types };
  return { inner: typed, isNullable: types.length < node.type.length };
}

function isObject(node: JsonSchema): boolean {
  return node.type === "object" || node.properties !== undefined || node.required !== undefined;
}

function readCore(node: JsonSchema): Core {
  if (node.$ref !== undefined) return { kind: "reference", name: definitionName(node.$ref) };
  if (Array.isArray(node.type)) {
    const { type, ...rest } = node;
    return { kind: "union", node: { ...rest, anyOf: type.map((name) => ({ type: name })) } };
  }
  if (isObject(node)) return { kind: "object", node };
  if (node.type === "array") return { kind: "array", items: node.items ?? {} };
  const values = node.const === undefined ? node.enum : [node.const];
  if (values !== undefined) {
    const members = new Map(values.map((value): [string, JsonSchema] => [String(value), {}]));
    return { kind: "scalar", type: typeOf(values[0]), members, isOpen: false };
  }
  if (armsOf(node).length > 0) return readEnum(armsOf(node)) ?? { kind: "union", node };
  if (typeof node.type !== "string") return { kind: "any" };
  return { kind: "scalar", type: node.type, members: new Map(), isOpen: true };
}

function readEnum(arms: readonly JsonSchema[]): EnumCore | undefined {
  const constants = arms.filter((arm) => arm.const !== undefined);
  const others = arms.filter((arm) => arm.const === undefined);
  const [first] = constants;
  const [rest] = others;
  const isPlain = (arm: JsonSchema): boolean => arm.type === first?.type && armsOf(arm).length === 0;
  if (typeof first?.type !== "string" || others.length > 1 || !arms.every(isPlain)) return undefined;
  const members = new Map(constants.map((arm): [string, JsonSchema] => [String(arm.const), arm]));
  return {
    kind: "scalar",
    type: first.type,
    members,
    isOpen: rest !== undefined,
    ...(rest && { other: rest }),
  };
}

function typeOf(value: unknown): string {
  return Number.isInteger(value) ? "integer" : typeof value;
}
