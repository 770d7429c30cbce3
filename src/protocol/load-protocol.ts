import { Fault } from "../fault.js";
import { Protocol, type ProtocolTables } from "./protocol.js";
import type { SchemaId } from "./schema-id.js";

const loaded = new Map<SchemaId, Promise<Protocol>>();

/** Loads the tables and compiled validators of one schema, once per process. */
export function loadProtocol(id: SchemaId): Promise<Protocol> {
  const known = loaded.get(id);
  if (known !== undefined) return known;
  const loading = readTables(id).then((tables) => new Protocol(id, tables));
  loaded.set(id, loading);
  return loading;
}

async function readTables(id: SchemaId): Promise<ProtocolTables> {
  const [{ methods }, { shapes }, validators] = await Promise.all([
    importTable(id, "methods"),
    importTable(id, "shapes"),
    importTable(id, "validators"),
  ]);
  // Code generation wrote the three modules in this form; the folder's name is the only part known at run time.
  return { methods, shapes, validators } as unknown as ProtocolTables;
}

async function importTable(id: SchemaId, table: string): Promise<Record<string, unknown>> {
  const url = new URL(`../../generated/${id}/${table}.js`, import.meta.url);
  try {
    return await import(url.href);
  } catch (error) {
    throw new Fault("harness", `Cannot load the ${table} of schema ${id}: run npm run build`, {
      cause: error,
    });
  }
}
