import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../fault.js";
import type { SchemaDocument } from "./json-schema.js";

/** Where a vendored schema file comes from and what it holds: one entry of `schema/lock.json`. */
export interface LockEntry {
  readonly package: string;
  readonly version: string;
  /** npm's integrity of the package tarball. */
  readonly integrity: string;
  /** The file's path in the package. */
  readonly file: string;
  /** Present where the file is the stable part of a schema that mixes stable and unstable. */
  readonly projection?: "stable";
  readonly sha256: string;
  readonly definitions: number;
  readonly methods: number;
}

/** A vendored schema file, read and checked against the lock. */
export interface VendoredSchema {
  readonly id: string;
  readonly lock: LockEntry;
  readonly document: SchemaDocument;
}

/** Reads every schema that `schema/lock.json` below `root` lists; a file that is not the locked one is a fault. */
export async function readVendoredSchemas(root: string): Promise<readonly VendoredSchema[]> {
  const lock = parse<Record<string, LockEntry>>(await readText(join(root, "schema", "lock.json")));
  return Promise.all(Object.entries(lock).map(([id, entry]) => readVendoredSchema(root, id, entry)));
}

/** The path of a schema file, as headers and messages name it. */
export function schemaPath(id: string): string {
  return `schema/acp/${id}/schema.json`;
}

/** The SHA-256 of a text, in hexadecimal. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

async function readVendoredSchema(root: string, id: string, lock: LockEntry): Promise<VendoredSchema> {
  const text = await readText(join(root, schemaPath(id)));
  const found = sha256(text);
  if (found !== lock.sha256) {
    throw new Fault(
      "usage",
      `Cannot use ${schemaPath(id)}: sha256 is ${found}, schema/lock.json says ${lock.sha256}`,
    );
  }
  return { id, lock, document: parse<SchemaDocument>(text) };
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new Fault("usage", `Cannot read ${path}: is this a checkout of the project?`, { cause: error });
  }
}

/** The parse boundary: the lock pins the bytes of each file, so its form is known. */
function parse<Form>(text: string): Form {
  return JSON.parse(text) as Form;
}
