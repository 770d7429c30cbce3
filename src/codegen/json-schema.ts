/** The part of JSON Schema 2020-12 that ACP schemas use, with the vendor's own `x-` annotations. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: string | number;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly contentEncoding?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly unevaluatedProperties?: boolean;
  readonly items?: JsonSchema;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly discriminator?: { readonly propertyName: string };
  readonly "x-method"?: string;
  readonly "x-side"?: string;
  readonly "x-docs-ignore"?: boolean;
  readonly "x-deserialize-default-on-error"?: boolean;
  readonly "x-deserialize-skip-invalid-items"?: boolean;
  readonly "x-deserialize-default-on-null"?: boolean;
}

/** A whole schema file: named definitions, and a root that only lists the frames of each side. */
export interface SchemaDocument {
  readonly $schema: string;
  readonly title: string;
  readonly anyOf: readonly JsonSchema[];
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}

const REF_PREFIX = "#/$defs/";

/** The definition that a `$ref` names. */
export function definitionName(ref: string): string {
  return ref.startsWith(REF_PREFIX) ? ref.slice(REF_PREFIX.length) : ref;
}

/** The union arms of a node, whichever keyword spells them. */
export function armsOf(node: JsonSchema): readonly JsonSchema[] {
  return node.anyOf ?? node.oneOf ?? [];
}

/** Every definition that a node refers to, at any depth; `default` and other data are not searched. */
export function referencesIn(node: JsonSchema): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (child: JsonSchema): void => {
    if (child.$ref !== undefined) names.add(definitionName(child.$ref));
    for (const grandchild of childrenOf(child)) visit(grandchild);
  };
  visit(node);
  return names;
}

function childrenOf(node: JsonSchema): readonly JsonSchema[] {
  const { items, not, additionalProperties } = node;
  return [
    ...Object.values(node.properties ?? {}),
    ...(node.allOf ?? []),
    ...(node.anyOf ?? []),
    ...(node.oneOf ?? []),
    ...(items === undefined ? [] : [items]),
    ...(not === undefined ? [] : [not]),
    ...(typeof additionalProperties === "object" ? [additionalProperties] : []),
  ];
}
