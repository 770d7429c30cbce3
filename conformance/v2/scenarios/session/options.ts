import type { AgentScenario } from "../../../../src/engine/scenario.js";
import type { Json, JsonObject } from "../../../../src/wire/message.js";
import { resultsOf } from "../../../scenarios/steps/messages.js";
import { errorCode, framesOf, items, member, shortly, told } from "../../../scenarios/steps/reply.js";
import { inSession } from "../../steps/setup.js";

const UNSUPPORTED = "acp.v2.config.set-unsupported";

const INVALID_PARAMS = -32602;

/** What no option takes: an unknown option, an unknown value, and a value of an unknown type (schema SetSessionConfigOptionRequest). */
export const sessionOptions: AgentScenario = inSession(
  "session/options",
  [UNSUPPORTED],
  async (stage, { connection, sessionId }) => {
    const options = resultsOf(connection.transcript, "session/new").flatMap(({ result }) =>
      items(result["configOptions"]),
    );
    const select = options.find((option) => member(option, "type") === "select");
    if (select === undefined) {
      stage.notApplicable(UNSUPPORTED, "the agent offers no option to select");
      return;
    }
    const configId = member(select, "configId") ?? null;
    const current = member(select, "currentValue") ?? null;
    const bad: readonly JsonObject[] = [
      { configId: "acp-assay-no-such-option", type: "id", value: current },
      { configId, type: "id", value: "acp-assay-no-such-value" },
      { configId, type: "_acp-assay.example/colour", value: "red" },
    ];
    for (const params of bad) {
      const reply = await connection.request("session/set_config_option", { sessionId, ...params });
      stage.expect(UNSUPPORTED, errorCode(reply) === INVALID_PARAMS, () => ({
        expected: `error ${INVALID_PARAMS}`,
        actual: told(reply),
        frames: framesOf(reply),
      }));
    }
    const same = { sessionId, configId, type: "id", value: current };
    const reply = await connection.request("session/set_config_option", same);
    if (reply.kind !== "result") return;
    const after = items(member(reply.result, "configOptions"));
    stage.expect(UNSUPPORTED, valuesIn(after) === valuesIn(options), () => ({
      expected: `the values ${valuesIn(options)}, since nothing else was set`,
      actual: shortly(valuesIn(after)),
      frames: framesOf(reply),
    }));
  },
);

function valuesIn(options: readonly Json[]): string {
  return JSON.stringify(
    options.map((option) => [member(option, "configId"), member(option, "currentValue")]),
  );
}
