import type { ConnectionOptions } from "../../../src/driver/agent-connection.js";
import { GREETINGS } from "../../../src/engine/greeting.js";
import type { AgentScenario, AgentStage } from "../../../src/engine/scenario.js";
import type { Json, JsonObject } from "../../../src/wire/message.js";
import { at } from "../../scenarios/steps/reply.js";
import {
  cannotJudge,
  greet,
  newSession,
  type Ready,
  type Session,
  type Unready,
} from "../../scenarios/steps/setup.js";

/** The parameters of initialize of a client of version 2, which offers no capability unless told so. */
export function introduction(capabilities: JsonObject = {}, protocolVersion = 2): JsonObject {
  return GREETINGS[2].initialize(capabilities, protocolVersion);
}

/** Starts an agent and initializes it, and logs in where it gives no session otherwise. */
export async function initialize(
  stage: AgentStage,
  capabilities: JsonObject = {},
  options: Partial<ConnectionOptions> = {},
): Promise<Ready | Unready> {
  const ready = await greet(stage, introduction(capabilities), options);
  const { methodId } = stage.login;
  if (stage.facts.needsLogin === true && methodId !== undefined && !("reason" in ready))
    await ready.connection.request(GREETINGS[2].loginMethod, { methodId });
  return ready;
}

/** What the agent told of a capability; null, as absence, says that there is none (docs/protocol/v2/initialization.mdx, "Capabilities"). */
export function offered(initialize: JsonObject, capability: string): Json | undefined {
  return at(initialize["capabilities"], ...capability.split(".")) ?? undefined;
}

/** A scenario in a new session; where the agent offers no sessions, or no such capability of them, it does not apply. */
export function inSession(
  name: string,
  judges: readonly string[],
  run: (stage: AgentStage, session: Session) => Promise<void>,
  { needs = "session", announce = {} }: { readonly needs?: string; readonly announce?: JsonObject } = {},
): AgentScenario {
  return withSessions(
    name,
    judges,
    async (stage, ready) => {
      const session = await newSession(stage, ready);
      if ("reason" in session) cannotJudge(stage, judges, session.reason);
      else await run(stage, session);
    },
    { needs, announce },
  );
}

/** A scenario with an agent that offers sessions, or such a capability of them; where it does not, it does not apply. */
export function withSessions(
  name: string,
  judges: readonly string[],
  run: (stage: AgentStage, ready: Ready) => Promise<void>,
  { needs = "session", announce = {} }: { readonly needs?: string; readonly announce?: JsonObject } = {},
): AgentScenario {
  return {
    name,
    judges,
    async run(stage) {
      if (offered(stage.facts.initialize, needs) === undefined) {
        for (const id of judges) stage.notApplicable(id, `the agent does not offer ${needs}`);
        return;
      }
      const ready = await initialize(stage, announce);
      if ("reason" in ready) cannotJudge(stage, judges, ready.reason);
      else await run(stage, ready);
    },
  };
}
