import { diffSchemas, type SchemaDiff } from "../diff/schema-diff.js";
import { readModel } from "../model/read-model.js";
import { readVendoredSchemas, schemaPath, type VendoredSchema } from "../vendored.js";
import { newestPinned } from "./newest-pinned.js";
import { fetchSchemas } from "./package-schemas.js";
import { type Pinning, planPinning } from "./pinning.js";
import { viewRelease } from "./release.js";
import { replaceFiles } from "./replace-files.js";

export interface PullOptions {
  /** The project's folder. */
  readonly root: string;
  /** An exact version or a dist-tag. */
  readonly version: string;
  readonly signal: AbortSignal;
}

/** What a pull did with one schema. */
export interface PulledSchema {
  readonly pinning: Pinning;
  /** What differs from the schema that was pinned before; absent for a new id. */
  readonly diff?: SchemaDiff;
  /** Why the generator cannot read it; absent where it can. */
  readonly unreadable?: string;
}

export interface Pulled {
  readonly version: string;
  /** Were any files written? */
  readonly changed: boolean;
  readonly schemas: readonly PulledSchema[];
  /** Ids that the release has no schema for, or that stay at the version they are pinned to. */
  readonly untouched: readonly string[];
}

/** Pins the schemas of a release: all of its files and the lock, or, when anything is wrong, nothing. */
export async function pull({ root, version, signal }: PullOptions): Promise<Pulled> {
  const pinned = await readVendoredSchemas(root);
  const release = await viewRelease(newestPinned(pinned).lock.package, version, signal);
  const schemas = await fetchSchemas(release, signal);
  const pinnings = planPinning(release, schemas, pinned);
  // From here on nothing is awaited: an interruption comes before the first file changes or after the last.
  signal.throwIfAborted();
  const changed = write(root, pinned, pinnings);
  const ids = new Set(pinnings.map(({ id }) => id));
  return {
    version: release.version,
    changed,
    schemas: pinnings.map((pinning) => describe(pinning, pinned)),
    untouched: pinned.map(({ id }) => id).filter((id) => !ids.has(id)),
  };
}

function write(root: string, pinned: readonly VendoredSchema[], pinnings: readonly Pinning[]): boolean {
  const old = Object.fromEntries(pinned.map(({ id, lock }) => [id, lock]));
  const lock = { ...old, ...Object.fromEntries(pinnings.map((pinning) => [pinning.id, pinning.lock])) };
  if (JSON.stringify(old) === JSON.stringify(lock)) return false;
  replaceFiles(root, [
    ...pinnings.map(({ id, text }) => ({ path: schemaPath(id), text })),
    { path: "schema/lock.json", text: `${JSON.stringify(lock, null, 2)}\n` },
  ]);
  return true;
}

function describe(pinning: Pinning, pinned: readonly VendoredSchema[]): PulledSchema {
  const before = pinned.find(({ id }) => id === pinning.id);
  const unreadable = whyUnreadable(pinning);
  return {
    pinning,
    ...(before && { diff: diffSchemas(before.document, pinning.document) }),
    ...(unreadable !== undefined && { unreadable }),
  };
}

/** A schema that the generator must first learn to read is pinned all the same: that is where the work starts. */
function whyUnreadable({ document }: Pinning): string | undefined {
  try {
    readModel(document);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
