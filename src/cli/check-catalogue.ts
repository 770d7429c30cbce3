import { agentSuite } from "../../conformance/suite.js";
import { type Registry, readRegistry } from "../engine/registry.js";
import type { Requirement } from "../engine/requirement.js";
import { agentCheckIds } from "./check-agent.js";
import { bridgeCheckIds } from "./check-bridge.js";
import { packagePlace } from "./package-place.js";

/** What stands behind a requirement: a check that provokes it, one that decides it from any traffic, or nothing yet. */
export type Coverage = "check" | "passive" | "planned" | "excluded";

/** A requirement with what stands behind it. */
export interface CatalogueEntry {
  readonly requirement: Requirement;
  readonly coverage: Coverage;
}

/** Every requirement of the registry, sorted by id. */
export function readCatalogue(): CatalogueEntry[] {
  const registry: Registry = readRegistry(packagePlace("conformance/requirements"));
  const passive = new Set(agentSuite.passive.map(({ id }) => id));
  const checked = new Set([...agentCheckIds(), ...bridgeCheckIds()]);
  return registry.requirements
    .map((requirement) => ({ requirement, coverage: coverageOf(requirement, passive, checked) }))
    .sort((left, right) => (left.requirement.id < right.requirement.id ? -1 : 1));
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
