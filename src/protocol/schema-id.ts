import { schemas } from "../../generated/schemas.js";

/** The vendored schemas: `v1.19.0` is the pinned release, `v1` and `v2` are the newest of each protocol version. */
export type SchemaId = keyof typeof schemas;

/** Every schema id, in the order of `schema/lock.json`. */
export const schemaIds: readonly SchemaId[] = Object.keys(schemas).filter(isSchemaId);

/** The protocol version that a schema is of. */
export function versionOf(id: SchemaId): 1 | 2 {
  return id === "v2" ? 2 : 1;
}

/** Does this text name a vendored schema? */
export function isSchemaId(text: string): text is SchemaId {
  return Object.hasOwn(schemas, text);
}
