import type { AgentSuite } from "../src/engine/scenario.js";
import { type SchemaId, versionOf } from "../src/protocol/schema-id.js";
import { agentSuite } from "./suite.js";
import { agentSuiteTwo } from "./v2/suite.js";

/** What agents are judged by under a schema: the suite of its protocol version. */
export function agentSuiteOf(schema: SchemaId): AgentSuite {
  return versionOf(schema) === 2 ? agentSuiteTwo : agentSuite;
}
