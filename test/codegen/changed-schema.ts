import { randomBytes } from "node:crypto";
import type { JsonSchema, SchemaDocument } from "../../src/codegen/json-schema.js";

/** What was added to a schema, all names drawn at random. */
export interface Added {
  readonly method: string;
  readonly request: string;
  readonly response: string;
  readonly field: string;
  readonly enumName: string;
  readonly member: string;
  readonly unionName: string;
  readonly tag: string;
  readonly tagValue: string;
  readonly payload: string;
}

/** A copy of a schema with one more method, enum member and union arm, somewhere. */
export function changeSchema(schema: SchemaDocument): {
  readonly document: SchemaDocument;
  readonly added: Added;
} {
  const definitions = Object.entries(schema.$defs);
  const enums = definitions.filter(([, node]) => node.oneOf?.every((arm) => typeof arm.const === "string"));
  const unions = definitions.filter(([, node]) => node.discriminator !== undefined);
  const [enumName, enumNode] = oneOf(enums);
  const [unionName, unionNode] = oneOf(unions);
  const title = `${word("T")}Thing`;
  const added: Added = {
    method: `${word("m")}/${word("n")}`,
    request: `${title}Request`,
    response: `${title}Response`,
    field: word("f"),
    enumName,
    member: word("e"),
    unionName,
    tag: unionNode.discriminator?.propertyName ?? "",
    tagValue: word("a"),
    payload: `${word("P")}Payload`,
  };
  return {
    document: { ...schema, $defs: { ...schema.$defs, ...additions(added, enumNode, unionNode) } },
    added,
  };
}

function additions(added: Added, enumNode: JsonSchema, unionNode: JsonSchema): SchemaDocument["$defs"] {
  const method = { "x-method": added.method, "x-side": "client" };
  const arm = {
    type: "object",
    properties: { [added.tag]: { type: "string", const: added.tagValue } },
    required: [added.tag],
    allOf: [{ $ref: `#/$defs/${added.payload}` }],
  };
  return {
    [added.request]: record({ [added.field]: { $ref: `#/$defs/${added.enumName}` } }, method),
    [added.response]: record({ [added.field]: { $ref: `#/$defs/${added.unionName}` } }, method),
    [added.payload]: record({ [added.field]: { type: "integer", format: "uint32", minimum: 0 } }, {}),
    [added.enumName]: {
      ...enumNode,
      oneOf: [...(enumNode.oneOf ?? []), { type: "string", const: added.member }],
    },
    [added.unionName]: { ...unionNode, oneOf: [...(unionNode.oneOf ?? []), arm] },
  };
}

function record(properties: Readonly<Record<string, JsonSchema>>, more: JsonSchema): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties), ...more };
}

function oneOf<Item>(items: readonly Item[]): Item {
  const item = items[randomBytes(1).readUInt8() % items.length];
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
}

function word(first: string): string {
  const letters = [...randomBytes(6)].map((byte) => String.fromCharCode(97 + (byte % 26)));
  return first + letters.join("");
}
