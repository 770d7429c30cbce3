import type { Reply } from "../../../src/driver/agent-connection.js";
import type { AgentScenario, AgentStage } from "../../../src/engine/scenario.js";
import type { JsonObject } from "../../../src/wire/message.js";
import { errorCode, framesOf, told } from "../steps/reply.js";
import { inSession } from "../steps/setup.js";

const INVALID = "acp.v1.jsonrpc.invalid-params";

/** JSON-RPC 2.0, section 5.1: the parameters are invalid. */
const INVALID_PARAMS = -32602;

/**
 * Parameters of another type than the method's are answered with -32602 (schema ErrorCode; JSON-RPC 2.0, section 5.1).
 * An agent that reads them leniently and succeeds has nothing to report, so that is no violation.
 */
export const invalidParams: AgentScenario = inSession(
  "jsonrpc/invalid-params",
  [INVALID],
  async (stage, { connection, sessionId }) => {
    const wrong: readonly (readonly [method: string, params: JsonObject])[] = [
      ["session/new", { mcpServers: [] }],
      ["session/new", { cwd: 5, mcpServers: [] }],
      ["session/prompt", { sessionId, prompt: "not a list" }],
      ["session/prompt", { sessionId, prompt: [{ type: "text" }] }],
    ];
    for (const [method, params] of wrong) {
      judge(stage, await connection.wrongly(() => connection.request(method, params)));
    }
  },
);

function judge(stage: AgentStage, reply: Reply): void {
  if (reply.kind === "result") {
    stage.vacuous(INVALID, "the agent accepted parameters of the wrong type");
    return;
  }
  stage.expect(INVALID, errorCode(reply) === INVALID_PARAMS, () => ({
    expected: `error ${INVALID_PARAMS} for parameters of the wrong type`,
    actual: told(reply),
    frames: framesOf(reply),
  }));
}
