import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../fault.js";
import { type SchemaId, versionOf } from "../protocol/schema-id.js";
import type { Requirement } from "./requirement.js";

/** All requirements, in the order of their files and of the entries in them. */
export class Registry {
  readonly requirements: readonly Requirement[];
  readonly #byId: ReadonlyMap<string, Requirement>;

  constructor(requirements: readonly Requirement[]) {
    this.requirements = requirements;
    this.#byId = new Map(requirements.map((requirement) => [requirement.id, requirement]));
    if (this.#byId.size !== requirements.length) {
      throw new Fault("harness", "Cannot load the requirements: an id stands there twice");
    }
  }

  /** Those that speak of the protocol version of a schema; what speaks of none, as bridges' promises do, goes with version 1. */
  of(schema: SchemaId): readonly Requirement[] {
    return this.requirements.filter(({ id }) => versionIn(id) === versionOf(schema));
  }

  find(id: string): Requirement | undefined {
    return this.#byId.get(id);
  }

  /** The requirement with this id, which has to exist. */
  get(id: string): Requirement {
    const requirement = this.#byId.get(id);
    if (requirement === undefined) throw new Fault("harness", `Cannot find requirement "${id}"`);
    return requirement;
  }
}

function versionIn(id: string): number {
  const [, version = "1"] = /^acp\.v(\d+)\./.exec(id) ?? [];
  return Number(version);
}

/** Reads the registry from the folder that the package ships (conformance/requirements), one file per chapter. */
export function readRegistry(folder: string): Registry {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .sort();
  // Our own data, whose form a test checks.
  const chapters = files.map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Requirement[]);
  return new Registry(chapters.flat());
}
