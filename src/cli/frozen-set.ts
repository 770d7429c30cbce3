import { existsSync, readFileSync } from "node:fs";
import { packagePlace } from "./package-place.js";

/** The checks that a verdict under one schema hangs on, as `conformance/frozen/<schema>.json` holds them. */
export interface FrozenFile {
  readonly schema: string;
  /** The version of acp-assay that froze it. */
  readonly since: string;
  readonly ids: readonly string[];
}

/** The frozen set of a schema; undefined while it is open, and every check counts. */
export function frozenSet(schema: string): ReadonlySet<string> | undefined {
  const path = packagePlace(`conformance/frozen/${schema}.json`);
  if (!existsSync(path)) return undefined;
  // Our own data, whose form a test checks.
  const { ids } = JSON.parse(readFileSync(path, "utf8")) as FrozenFile;
  return new Set(ids);
}
