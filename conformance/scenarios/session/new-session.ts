import type { AgentScenario } from "../../../src/engine/scenario.js";
import { errorCode, framesOf, items, member, shortly, told } from "../steps/reply.js";
import { afterInitialize, sessionParams } from "../steps/setup.js";

const UNIQUE = "acp.v1.session.new-unique-id";
const BEFORE_AUTH = "acp.v1.session.new-before-auth";

/** Schema ErrorCode: authentication is required. */
const AUTH_REQUIRED = -32000;

/**
 * session/new is answered with a session id that is unique to the conversation
 * (docs/protocol/v1/session-setup.mdx, "Creating a Session" and "Session ID").
 */
export const newSessions: AgentScenario = afterInitialize(
  "session/new",
  [UNIQUE, BEFORE_AUTH],
  async (stage, { connection, initialize }) => {
    const first = await connection.request("session/new", sessionParams(stage));
    if (first.kind === "silence") {
      stage.violated(UNIQUE, { expected: "a session id", actual: told(first), frames: framesOf(first) });
      return;
    }
    const methods = items(initialize["authMethods"]).length;
    stage.recorded(
      BEFORE_AUTH,
      `session/new without a login gives ${first.kind}, with ${methods} authMethods offered`,
    );
    if (first.kind === "error") {
      const why =
        errorCode(first) === AUTH_REQUIRED ? "the agent wants a login" : `session/new gave ${told(first)}`;
      stage.notTested(UNIQUE, why);
      return;
    }
    const others = await Promise.all(
      [1, 2, 3].map(() => connection.request("session/new", sessionParams(stage))),
    );
    const replies = [first, ...others].filter((reply) => reply.kind === "result");
    const ids = replies.map((reply) => member(reply.result, "sessionId"));
    const isGood = ids.every((id) => typeof id === "string" && id !== "") && new Set(ids).size === ids.length;
    stage.expect(UNIQUE, isGood, () => ({
      expected: "a session id of its own for each session",
      actual: `the ids ${ids.map(shortly).join(", ")}`,
      frames: replies.flatMap(framesOf).slice(0, 6),
    }));
  },
);
