import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import type { Json } from "../../../src/wire/message.js";
import { at } from "../../scenarios/steps/reply.js";
import { initializeResult, plainAgent } from "../steps/agent.js";
import { requestsTo } from "../steps/turn.js";

const NEVER = "acp.v1.auth.terminal-no-authenticate";

const WANTS_LOGIN = { error: { code: -32000, message: "Authentication required" } };
const METHOD = { type: "terminal", id: "acp-assay-terminal", name: "Log in", args: ["--login"], env: {} };

/**
 * An agent whose only login is a program in a terminal: that is started, and never passed to authenticate
 * (docs/protocol/v1/authentication.mdx, "Terminal authentication"). What a client passes there any traffic shows, so
 * here a client only has to be seen not doing it.
 */
export const terminalLogin: ClientScenario = {
  name: "authentication/terminal",
  judges: [NEVER],
  async run(stage) {
    const client = await stage.start(() =>
      plainAgent({
        initialize: (params) =>
          initializeResult({}, { authMethods: isServed(stage, params) ? [METHOD] : [] }),
        authenticate: () => ({ error: { code: -32602, message: "That is done in a terminal" } }),
        "session/new": () => WANTS_LOGIN,
      }),
    );
    const initialize = await client.look(() => client.connections.flatMap(requestsTo)[0]);
    if (!isServed(stage, initialize?.params)) {
      stage.notApplicable(NEVER, "the client does not announce auth.terminal");
      return;
    }
    await client.look(() =>
      client.connections.flatMap(requestsTo).find(({ method }) => method === "session/new"),
    );
    await client.rest();
    const calls = client.connections.flatMap(requestsTo);
    if (!calls.some(({ method }) => method === "session/new")) {
      stage.notTested(NEVER, "the client asked for no session, and so for no login");
    } else if (!calls.some(({ method }) => method === "authenticate")) stage.holds(NEVER);
  },
};

/** The schema 1.19.0 has no such methods. */
function isServed({ protocol }: ClientStage, initialize: Json | undefined): boolean {
  return protocol.id === "v1" && at(initialize, "clientCapabilities", "auth", "terminal") === true;
}
