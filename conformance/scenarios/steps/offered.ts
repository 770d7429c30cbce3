import type { AgentScenario, AgentStage } from "../../../src/engine/scenario.js";
import type { JsonObject } from "../../../src/wire/message.js";
import { at } from "./reply.js";
import { afterInitialize, type Ready } from "./setup.js";

/** Is this capability offered? Null and false say no, as absence does (docs/protocol/v1/session-delete.mdx, "Checking Support"). */
export function isOffered(initialize: JsonObject, capability: string): boolean {
  const value = at(initialize["agentCapabilities"], ...capability.split(".")) ?? false;
  return value !== false;
}

/** A scenario about a capability; where it is not offered nothing of it applies, and no agent is started. */
export function whereOffered(
  capability: string,
  name: string,
  judges: readonly string[],
  run: (stage: AgentStage, ready: Ready) => Promise<void>,
  announce?: (stage: AgentStage) => JsonObject,
): AgentScenario {
  const scenario = afterInitialize(name, judges, run, announce);
  return {
    name,
    judges,
    async run(stage) {
      if (isOffered(stage.facts.initialize, capability)) await scenario.run(stage);
      else notOffered(stage, judges, capability);
    },
  };
}

/** Notes that the agent does not offer what these are about. */
export function notOffered(stage: AgentStage, ids: readonly string[], capability: string): void {
  for (const id of ids) stage.notApplicable(id, `the agent does not offer ${capability}`);
}

/** A client that shows live events, where the schema knows of them: sessions and their histories have none. */
export function liveEvents({ protocol }: AgentStage): JsonObject {
  return protocol.id === "v1" ? { session: { notices: {}, compaction: {} } } : {};
}
