import { clientSuite } from "../../conformance/client-suite.js";
import { agentSuiteOf } from "../../conformance/suites.js";
import { type Registry, readRegistry } from "../engine/registry.js";
import { binds, type Requirement, type Role } from "../engine/requirement.js";
import { AGENT_FUZZ_IDS, SAME_AGAIN } from "../fuzz/agent/oracles/oracles.js";
import { CLIENT_FUZZ_IDS, SAME_AGAIN as CLIENT_SAME_AGAIN } from "../fuzz/client/oracles/sightings.js";
import { type SchemaId, versionOf } from "../protocol/schema-id.js";
import { agentCheckIds } from "./check-agent.js";
import { bridgeCheckIds } from "./check-bridge.js";
import { clientCheckIds } from "./check-client.js";
import { packagePlace } from "./package-place.js";

/** What stands behind a requirement: a check that provokes it, one that decides it from any traffic, or nothing yet. */
export type Coverage = "check" | "passive" | "planned" | "excluded";

/** A requirement with what stands behind it. */
export interface CatalogueEntry {
  readonly requirement: Requirement;
  readonly coverage: Coverage;
}

/** What a role has of its own: the ids that its suite decides from any traffic, and all that it judges. */
interface RoleChecks {
  readonly passive: readonly string[];
  readonly all: readonly string[];
}

/** The roles in the order of the counts. */
export const ROLES: readonly Role[] = ["agent", "client", "bridge"];

/**
 * The requirements of the registry for a schema, sorted by id: all of them, with what any role has behind them, or those
 * that bind one role, with what stands behind them for that role alone.
 */
export function readCatalogue(role?: Role, schema: SchemaId = "v1"): CatalogueEntry[] {
  const registry: Registry = readRegistry(packagePlace("conformance/requirements"));
  const checks = (role === undefined ? ROLES : [role]).map((each) => checksOf(each, schema));
  const passive = new Set(checks.flatMap((one) => one.passive));
  const checked = new Set(checks.flatMap((one) => one.all));
  return registry
    .of(schema)
    .filter((requirement) => role === undefined || binds(requirement, role))
    .map((requirement) => ({ requirement, coverage: coverageOf(requirement, passive, checked) }))
    .sort((left, right) => (left.requirement.id < right.requirement.id ? -1 : 1));
}

function checksOf(role: Role, schema: SchemaId): RoleChecks {
  // Only agents are judged under version 2 so far.
  if (versionOf(schema) === 2 && role !== "agent") return { passive: [], all: [] };
  switch (role) {
    case "agent":
      return {
        passive: agentSuiteOf(schema).passive.map(({ id }) => id),
        all: [...agentCheckIds(schema), ...AGENT_FUZZ_IDS, SAME_AGAIN],
      };
    case "client":
      return {
        passive: clientSuite.passive.map(({ id }) => id),
        all: [...clientCheckIds(), ...CLIENT_FUZZ_IDS, CLIENT_SAME_AGAIN],
      };
    case "bridge":
      return { passive: [], all: bridgeCheckIds() };
  }
}

function coverageOf(
  { id, excluded }: Requirement,
  passive: ReadonlySet<string>,
  checked: ReadonlySet<string>,
): Coverage {
  if (passive.has(id)) return "passive";
  if (checked.has(id)) return "check";
  return excluded === undefined ? "planned" : "excluded";
}
