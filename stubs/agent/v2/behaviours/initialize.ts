import { isJsonObject, type JsonObject } from "../../../../src/wire/message.js";
import type { Answer } from "../../raw/behaviour.js";
import type { AgentTwo } from "../agent.js";
import { type BehaviourTwo, mutant } from "../behaviour.js";
import { answering, changeResult, obey, without } from "../change.js";
import { INITIALIZE } from "../obedient.js";

const UNKNOWN_VERSION = 65_535;

/** Mutants that break a rule of initialize, of versions or of logins. */
export const initializeMutants: readonly BehaviourTwo[] = [
  mutant(
    "nameless",
    "initialize gives no info",
    onInitialize((result) => without(result, "info")),
  ),
  mutant(
    "old-capability-name",
    "the capabilities stand there under their name of version 1 too",
    onInitialize((result) => ({ ...result, agentCapabilities: {} })),
  ),
  mutant(
    "boolean-marker",
    "session.delete is true",
    onInitialize((result) => {
      const { capabilities } = result;
      const session = isJsonObject(capabilities) ? capabilities["session"] : undefined;
      return isJsonObject(session)
        ? { ...result, capabilities: { session: { ...session, delete: true } } }
        : result;
    }),
  ),
  mutant(
    "offers-old",
    "asked for an unknown version, it offers version 1",
    answering("initialize", (params, agent) =>
      params["protocolVersion"] === UNKNOWN_VERSION
        ? { result: { ...INITIALIZE, protocolVersion: 1 } }
        : obey("initialize", params, agent),
    ),
  ),
  mutant(
    "fails-at-zero",
    "asked for version 0, it fails as if it had broken",
    answering("initialize", (params, agent) =>
      params["protocolVersion"] === 0
        ? { error: { code: -32603, message: "Internal error" } }
        : obey("initialize", params, agent),
    ),
  ),
  mutant("drops-one", "it speaks version 2 only", { versions: [2] }),
  mutant("denies-one", "it lists version 1 and does not speak it", {
    versions: [2],
    ...answering("initialize", async (params, agent) =>
      params["protocolVersion"] === 0
        ? {
            error: {
              code: -32022,
              message: "Unsupported protocol version",
              data: { requested: 0, supported: [1, 2] },
            },
          }
        : await obey("initialize", { ...params, protocolVersion: 2 }, agent),
    ),
  }),
  mutant("two-under-one", "it agrees on version 1 and speaks version 2", {
    versions: [2],
    ...answering("initialize", async (params, agent) =>
      params["protocolVersion"] === 1 ? await asOne(params, agent) : await obey("initialize", params, agent),
    ),
  }),
  mutant(
    "old-method-id",
    "an auth method has its id under the name of version 1",
    onInitialize((result) => ({ ...result, authMethods: [{ type: "agent", id: "token", name: "Token" }] })),
  ),
  mutant(
    "terminal-unasked",
    "a terminal method is listed for clients without terminals",
    onInitialize((result) => ({
      ...result,
      authMethods: [{ type: "terminal", methodId: "terminal", name: "Terminal" }],
    })),
  ),
  mutant(
    "env-as-map",
    "the env of a terminal method is an object",
    onInitialize((result) => withEnvironment(result, { RAW_AGENT_LOGIN: "1" })),
  ),
  mutant(
    "env-twice",
    "the env of a terminal method has a name twice",
    onInitialize((result) =>
      withEnvironment(result, [
        { name: "A", value: "1" },
        { name: "A", value: "2" },
      ]),
    ),
  ),
  mutant(
    "no-logout",
    "auth/logout is not served",
    answering("auth/logout", () => ({ error: { code: -32601, message: "Method not found" } })),
  ),
];

function onInitialize(change: (result: JsonObject) => JsonObject): ReturnType<typeof changeResult> {
  return changeResult("initialize", change);
}

function withEnvironment(result: JsonObject, env: JsonObject | JsonObject[]): JsonObject {
  const methods = Array.isArray(result["authMethods"]) ? result["authMethods"] : [];
  return {
    ...result,
    authMethods: methods.map((method) =>
      isJsonObject(method) && method["type"] === "terminal" ? { ...method, env } : method,
    ),
  };
}

/** The form of version 1, from an agent that knows only the other. */
async function asOne(params: JsonObject, agent: AgentTwo): Promise<Answer> {
  await obey("initialize", { ...params, protocolVersion: 2 }, agent);
  const agentInfo = { name: "raw-agent", version: "2.0.0" };
  return { result: { protocolVersion: 1, agentCapabilities: {}, agentInfo } };
}
