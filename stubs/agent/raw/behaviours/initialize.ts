import type { Json, JsonObject } from "../../../../src/wire/message.js";
import { type Behaviour, mutant, type Overrides } from "../behaviour.js";
import { changeResult, refuseInitialize, without } from "../change.js";
import { obedientAnswers } from "../obedient.js";

/** Defects in the answer to initialize, and in what the agent makes of the request. */
export const initializeMutants: readonly Behaviour[] = [
  mutant("never-initializes", "never answers initialize", { answers: { initialize: () => "silence" } }),
  mutant("version-text", "gives its version as text", setMember("protocolVersion", "1")),
  mutant("version-two", "answers version 2 to version 1, and offers 1 to whoever asks for another", {
    answers: {
      initialize: ({ protocolVersion }) => ({
        result: {
          protocolVersion: protocolVersion === 1 ? 2 : 1,
          agentCapabilities: {},
          agentInfo: { name: "raw", version: "1" },
        },
      }),
    },
  }),
  mutant(
    "no-protocol-version",
    "leaves its version out",
    changed((result) => without(result, "protocolVersion")),
  ),
  mutant(
    "nameless",
    "does not name itself",
    changed((result) => without(result, "agentInfo")),
  ),
  mutant(
    "info-without-version",
    "names itself without a version",
    setMember("agentInfo", { name: "raw-agent" }),
  ),
  mutant(
    "refuses-versions",
    "refuses versions that it does not speak",
    refuseInitialize((params) => params["protocolVersion"] !== 1),
  ),
  mutant("echoes-version", "repeats whatever version is asked for", {
    answers: {
      initialize: ({ protocolVersion = null }) => ({
        result: { protocolVersion, agentCapabilities: {}, agentInfo: { name: "raw", version: "1" } },
      }),
    },
  }),
  mutant(
    "wants-fs",
    "refuses clients with a terminal and no files",
    refuseInitialize(
      (params) => capability(params, "terminal") === true && capability(params, "fs") === undefined,
    ),
  ),
  mutant(
    "strict-capabilities",
    "refuses capabilities that it does not know",
    refuseInitialize((params) => JSON.stringify(params).includes("Unknown")),
  ),
  mutant(
    "refuses-nested-meta",
    "refuses _meta on capabilities",
    refuseInitialize((params) => capability(params, "_meta") !== undefined),
  ),
  mutant(
    "parses-traceparent",
    "relies on traceparent being text",
    refuseInitialize((params) => {
      const traceparent = (params["_meta"] as JsonObject | undefined)?.["traceparent"];
      return traceparent !== undefined && typeof traceparent !== "string";
    }),
  ),
  mutant("capability-text", "gives a flag as text", setCapability("loadSession", "true")),
  mutant(
    "capability-true",
    "gives true for a capability that is an object",
    setCapability("sessionCapabilities", { list: true }),
  ),
  mutant(
    "capability-of-its-own",
    "offers an extension beside the capabilities of the protocol",
    setCapability("_raw-agent.example/ask", true),
  ),
  mutant("null-is-a-marker", "takes null for an announcement", {
    answers: {
      initialize: async (params, agent, id) => {
        const answer = await obedientAnswers["initialize"]?.(params, agent, id);
        if (JSON.stringify(params).includes('"boolean":null'))
          agent.client = { session: { configOptions: { boolean: {} } } };
        return answer ?? "silence";
      },
    },
  }),
  mutant(
    "auth-number",
    "gives an auth method a number as id",
    setMember("authMethods", [{ id: 1, name: "Login" }]),
  ),
  mutant(
    "auth-twice",
    "gives two auth methods one id",
    setMember("authMethods", [
      { id: "a", name: "A" },
      { id: "a", name: "B" },
    ]),
  ),
  mutant(
    "auth-terminal",
    "offers a terminal login unasked",
    setMember("authMethods", [{ id: "a", name: "A", type: "terminal" }]),
  ),
];

function changed(change: (result: JsonObject) => JsonObject): Overrides {
  return changeResult("initialize", change);
}

function setMember(key: string, value: Json): Overrides {
  return changed((result) => ({ ...result, [key]: value }));
}

function setCapability(key: string, value: Json): Overrides {
  return changed((result) => ({
    ...result,
    agentCapabilities: { ...(result["agentCapabilities"] as JsonObject), [key]: value },
  }));
}

function capability(params: JsonObject, key: string): Json | undefined {
  return (params["clientCapabilities"] as JsonObject)[key];
}
