import type { AgentSuite } from "../../src/engine/scenario.js";
import { underVersion } from "../scenarios/steps/under-version.js";
import { initializeChecks } from "./passive/initialize.js";
import { newSession } from "./scenarios/new-session.js";
import { versions } from "./scenarios/versions.js";

/** Every scenario and passive check for an agent under test that speaks protocol version 2. */
export const agentSuiteTwo: AgentSuite = {
  scenarios: [versions, newSession],
  passive: [...initializeChecks].map(underVersion(2)),
};
