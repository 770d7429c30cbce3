import { diffSchemas, type SchemaDiff } from "../diff/schema-diff.js";
import { readVendoredSchemas, type VendoredSchema } from "../vendored.js";
import { newestPinned } from "./newest-pinned.js";
import { fetchSchemas } from "./package-schemas.js";
import { planPinning } from "./pinning.js";
import { type Release, viewRelease } from "./release.js";
import { findTriggers, newerVersions, type Trigger } from "./triggers.js";

/** How a schema of the newest release differs from the pinned one. */
export interface SchemaDrift {
  readonly id: string;
  /** `new` where no schema is pinned under this id. */
  readonly severity: SchemaDiff["severity"] | "new";
  readonly counts: SchemaDiff["counts"];
}

export interface SchemaStatus {
  readonly pinned: readonly Pick<VendoredSchema, "id" | "lock">[];
  readonly registry: {
    readonly package: string;
    readonly latest: string;
    /** What came out after the version that `v1` is pinned to, oldest first. */
    readonly newer: readonly string[];
  };
  readonly triggers: readonly Trigger[];
  /** Empty unless a newer release is out. */
  readonly drift: readonly SchemaDrift[];
}

/** Compares what is pinned with what the registry has; reads only. */
export async function readStatus(root: string, signal: AbortSignal): Promise<SchemaStatus> {
  const pinned = await readVendoredSchemas(root);
  const { lock } = newestPinned(pinned);
  const latest = await viewRelease(lock.package, "latest", signal);
  const current =
    latest.version === lock.version ? latest : await viewRelease(lock.package, lock.version, signal);
  const triggers = findTriggers(current, latest);
  const isNewer = triggers.some(({ id, fired }) => id === "v1-release" && fired);
  return {
    pinned: pinned.map(({ id, lock }) => ({ id, lock })),
    registry: {
      package: lock.package,
      latest: latest.version,
      newer: newerVersions(lock.version, latest),
    },
    triggers,
    drift: isNewer ? await readDrift(latest, pinned, signal) : [],
  };
}

async function readDrift(
  latest: Release,
  pinned: readonly VendoredSchema[],
  signal: AbortSignal,
): Promise<readonly SchemaDrift[]> {
  const pinnings = planPinning(latest, await fetchSchemas(latest, signal), pinned);
  return pinnings.map(({ id, document }) => {
    const before = pinned.find((schema) => schema.id === id);
    if (before === undefined) return { id, severity: "new", counts: {} };
    const { severity, counts } = diffSchemas(before.document, document);
    return { id, severity, counts };
  });
}
