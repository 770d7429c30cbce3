import { loadProtocol } from "../../protocol/load-protocol.js";
import type { Protocol } from "../../protocol/protocol.js";
import { isSchemaId, type SchemaId, schemaIds } from "../../protocol/schema-id.js";

// A journal opens and judges without waiting, in a thread that may not be asked to; so the schemas are loaded before.
const loaded: ReadonlyMap<SchemaId, Protocol> = new Map(
  await Promise.all(schemaIds.map(async (id): Promise<[SchemaId, Protocol]> => [id, await loadProtocol(id)])),
);

/** The newest schema of a protocol version; undefined for a version that none is vendored of. */
export function schemaOfVersion(version: unknown): Protocol | undefined {
  const id = `v${version}`;
  return Number.isInteger(version) && isSchemaId(id) ? schemaOf(id) : undefined;
}

/** A vendored schema. */
export function schemaOf(id: SchemaId): Protocol {
  const protocol = loaded.get(id);
  if (protocol === undefined) throw new RangeError(`Cannot judge by schema ${id}: it is not vendored`);
  return protocol;
}
