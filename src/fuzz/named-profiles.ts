import type { AdapterProfile } from "./adapter/adapts.js";
import { REWRITES } from "./meaning/rewrite.js";
import type { Profile } from "./profile.js";

const REFUSED = "it refuses what is no valid message of JSON-RPC 2.0";
/** What whoever reads each message may refuse, by itself or for the id that it bears. */
const REFUSABLE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "wire.message.boolean-id",
    "wire.message.no-version",
    "wire.message.null-params",
    "wire.message.result-and-error",
    "wire.number.exponent-id",
    "wire.number.fraction-id",
  ].map((id) => [id, REFUSED]),
);

/** A bridge that translates between a client of version 1 and an agent of version 2, and loses nothing in silence. */
const ADAPTER: AdapterProfile = { adapts: { client: 1, agent: 2, loses: [] }, without: {} };

/** The sorts of bridges that there are, by name (docs/promises.md). */
export const NAMED_PROFILES: Readonly<
  Record<"tee" | "validating" | "rewriting", Profile> & Record<"adapter", AdapterProfile>
> = {
  /** Changes nothing. */
  tee: { promise: "bytes", malformed: "forward", without: {} },
  /** Reads every frame, refuses what the schema does not allow, and writes the rest anew. */
  validating: {
    promise: "json",
    malformed: "reject",
    invalid: "refuse",
    without: REFUSABLE,
  },
  /** Stands between two sides that know each other by other names. */
  rewriting: {
    promise: "meaning",
    malformed: "reject",
    invalid: "refuse",
    rewrites: REWRITES,
    without: REFUSABLE,
  },
  adapter: ADAPTER,
};

export const PROFILE_NAMES: readonly string[] = Object.keys(NAMED_PROFILES);
/** Those of bridges that pass on what they hear. */
export const LEVEL_PROFILE_NAMES: readonly string[] = PROFILE_NAMES.filter((name) => name !== "adapter");
