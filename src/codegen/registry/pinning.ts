import { Fault } from "../../fault.js";
import { countMethods } from "../diff/method-table.js";
import type { SchemaDocument } from "../json-schema.js";
import { projectToStable } from "../projection.js";
import { parseSchema } from "../schema-text.js";
import { type LockEntry, sha256, type VendoredSchema } from "../vendored.js";
import type { PackageSchemas } from "./package-schemas.js";
import type { Release } from "./release.js";

/** A schema as a pull would pin it. */
export interface Pinning {
  readonly id: string;
  readonly lock: LockEntry;
  readonly text: string;
  readonly document: SchemaDocument;
}

interface Source {
  readonly file: string;
  readonly projection?: "stable";
}

const VERSIONED = /^schema\/(v\d+)\/schema\.json$/;

/** Before 2.0.0 the SDK shipped only this one, of protocol version 1, with its unstable parts mixed in. */
const MIXED = "schema/schema.json";

/**
 * What a release's files become. A release that is pinned already is fetched again for the ids that it stands behind;
 * any other becomes the newest of each protocol version that it has a schema for.
 */
export function planPinning(
  release: Release,
  schemas: PackageSchemas,
  pinned: readonly VendoredSchema[],
): readonly Pinning[] {
  const spec = `${release.package}@${release.version}`;
  const again = pinned.filter(({ lock }) => lock.version === release.version);
  const other = again.find(({ lock }) => lock.integrity !== release.integrity);
  if (other !== undefined) {
    const [said, locked] = [release.integrity, other.lock.integrity];
    throw new Fault(
      "usage",
      `Cannot use ${spec}: the npm registry says ${said}, schema/lock.json says ${locked}`,
    );
  }
  const sources: ReadonlyMap<string, Source> =
    again.length > 0 ? new Map(again.map(({ id, lock }) => [id, lock])) : sourcesIn(schemas);
  if (sources.size === 0) throw new Fault("usage", `Cannot use ${spec}: it holds no schema`);
  return [...sources].map(([id, source]) => pin(id, source, release, schemas));
}

function sourcesIn(schemas: PackageSchemas): ReadonlyMap<string, Source> {
  const versioned = [...schemas.keys()].sort().flatMap((file): [string, Source][] => {
    const id = VERSIONED.exec(file)?.[1];
    return id === undefined ? [] : [[id, { file }]];
  });
  const mixed: [string, Source][] = schemas.has(MIXED) ? [["v1", { file: MIXED, projection: "stable" }]] : [];
  return new Map([...mixed, ...versioned]);
}

function pin(id: string, source: Source, release: Release, schemas: PackageSchemas): Pinning {
  const { file, projection } = source;
  const shipped = schemas.get(file);
  const name = `${release.package}@${release.version}/${file}`;
  if (shipped === undefined) throw new Fault("usage", `Cannot find ${name}: the package does not hold it`);
  const whole = parseSchema(shipped, name);
  const document = projection === undefined ? whole : projectToStable(whole);
  const text = projection === undefined ? shipped : `${JSON.stringify(document, null, 2)}\n`;
  const lock: LockEntry = {
    package: release.package,
    version: release.version,
    integrity: release.integrity,
    file,
    ...(projection && { projection }),
    sha256: sha256(text),
    definitions: Object.keys(document.$defs).length,
    methods: countMethods(document),
  };
  return { id, lock, text, document };
}
