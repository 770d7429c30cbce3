import type { Reply } from "../../../src/driver/conversation.js";
import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import type { JsonObject } from "../../../src/wire/message.js";
import { errorCode, framesOf, told } from "../../scenarios/steps/reply.js";
import { inTurn } from "../steps/turn.js";

const INVALID = "acp.v1.jsonrpc.invalid-params";
const INVALID_PARAMS = -32602;

/**
 * Parameters of another type than the method's are answered with -32602 (schema ErrorCode; JSON-RPC 2.0, section 5.1).
 * A client that reads them leniently and succeeds has nothing to report, so that is no violation.
 */
export const invalidParams: ClientScenario = inTurn(
  "jsonrpc/invalid-params",
  [INVALID],
  async (stage, turn) => {
    const ask = async (method: string, params: JsonObject): Promise<Reply> =>
      await turn.connection.wrongly(() => turn.ask(method, params));
    judge(stage, await ask("session/request_permission", { toolCall: {}, options: "not a list" }));
    if (turn.can("terminal")) judge(stage, await ask("terminal/output", {}));
  },
);

function judge(stage: ClientStage, reply: Reply): void {
  if (reply.kind === "result") {
    stage.vacuous(INVALID, "the client accepted parameters of the wrong type");
    return;
  }
  stage.expect(INVALID, errorCode(reply) === INVALID_PARAMS, () => ({
    expected: `error ${INVALID_PARAMS} for parameters of the wrong type`,
    actual: told(reply),
    frames: framesOf(reply),
  }));
}
