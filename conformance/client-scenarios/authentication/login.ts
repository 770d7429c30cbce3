import type { ClientScenario } from "../../../src/engine/client-scenario.js";
import { member, shortly } from "../../scenarios/steps/reply.js";
import { initializeResult, newSession, plainAgent } from "../steps/agent.js";
import { liveOn, requestsTo } from "../steps/turn.js";

const REACTS = "acp.v1.auth.client-reacts";
const DEFAULT_TYPE = "acp.v1.auth.default-type-agent";

const WANTS_LOGIN = { error: { code: -32000, message: "Authentication required" } };
const METHOD = { id: "acp-assay-login", name: "Log in", description: "A method without a type" };

/**
 * An agent that wants a login before a session (docs/protocol/v1/authentication.mdx, "Protocol-driven
 * authentication"). Whether a client logs in by itself is its user's affair: only what it does then is judged.
 */
export const login: ClientScenario = {
  name: "authentication/login",
  judges: [REACTS, DEFAULT_TYPE],
  async run(stage) {
    let isLoggedIn = false;
    const client = await stage.start(() =>
      plainAgent({
        initialize: () => initializeResult({}, { authMethods: [METHOD] }),
        authenticate: () => {
          isLoggedIn = true;
          return { result: {} };
        },
        "session/new": () => (isLoggedIn ? newSession() : WANTS_LOGIN),
      }),
    );
    await liveOn(stage, client);
    const calls = client.connections.flatMap(requestsTo);
    const authenticate = calls.find(({ method }) => method === "authenticate");
    const first = calls.find(({ method }) => method === "session/new");
    if (authenticate === undefined || first === undefined) {
      const reason = "the client did not log in by itself: it may need credentials, or a user";
      stage.notTested(REACTS, reason);
      stage.notTested(DEFAULT_TYPE, reason);
      return;
    }
    const methodId = member(authenticate.params, "methodId");
    stage.expect(DEFAULT_TYPE, methodId === METHOD.id, () => ({
      expected: `authenticate with ${shortly(METHOD.id)}, a method without a type`,
      actual: shortly(methodId),
      frames: [authenticate.frame],
    }));
    if (authenticate.frame.number < first.frame.number) {
      stage.notTested(REACTS, "the client logged in before it was asked to");
      return;
    }
    const again = calls.find(
      ({ method, frame }) => method === "session/new" && frame.number > authenticate.frame.number,
    );
    stage.expect(REACTS, again !== undefined, () => ({
      expected: "session/new again once the client is logged in",
      actual: "no further session/new",
      frames: [first.frame, authenticate.frame],
    }));
  },
};
