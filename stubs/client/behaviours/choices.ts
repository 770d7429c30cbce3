import { isJsonObject, type Json, type JsonObject } from "../../../src/wire/message.js";
import { type Behaviour, mutant, type Overrides } from "../behaviour.js";
import { changeCall, changeCapabilities, without } from "../change.js";
import type { RawClient } from "../client.js";

/** Defects in choosing modes, options and ways to log in. */
export const choiceMutants: readonly Behaviour[] = [
  mutant(
    "mode-unlisted",
    "sets a mode that is not listed",
    changeCall("session/set_mode", (params) => ({ ...params, modeId: "yolo" })),
  ),
  mutant(
    "mode-nameless",
    "sets no mode in particular",
    changeCall("session/set_mode", (params) => without(params, "modeId")),
  ),
  mutant(
    "option-unlisted",
    "sets a value that is not listed",
    changeCall("session/set_config_option", (params) => ({ ...params, value: "three" })),
  ),
  mutant(
    "option-untyped",
    "sets a boolean without saying so",
    changeCall("session/set_config_option", (params) => ({ ...params, value: true })),
  ),
  mutant(
    "category-strict",
    "refuses a session whose options have strange categories",
    refuses((option) => option["category"] === "future_cat"),
  ),
  mutant(
    "type-strict",
    "refuses a session with an option of a strange type",
    refuses((option) => option["type"] === "slider"),
  ),
  mutant(
    "category-needed",
    "refuses a session none of whose options has a category",
    refusesAll((option) => option["category"] === undefined),
  ),
  mutant("keeps-options", "keeps the options that it was given first", {
    incoming: (message) => {
      const { result } = message.kind === "response" ? message.value : {};
      if (!isJsonObject(result) || !Array.isArray(result["configOptions"])) return false;
      firstOptions ??= result["configOptions"];
      Object.assign(result, { configOptions: firstOptions });
      return false;
    },
  }),
  mutant("sets-both", "sets the mode beside the option", {
    outgoing: (message, { method }, client) =>
      method === "session/set_config_option"
        ? [message, setMode(client, message["params"] as JsonObject)]
        : [message],
  }),
  mutant(
    "login-unlisted",
    "logs in by a method that is not listed",
    changeCall("authenticate", () => ({ methodId: "own" })),
  ),
  mutant(
    "login-nameless",
    "logs in by no method in particular",
    changeCall("authenticate", () => ({})),
  ),
  mutant("terminal-login", "logs in by a program in a terminal as by any other method", {
    ...changeCapabilities((all) => ({ ...all, auth: { terminal: true } })),
    incoming: (message) => {
      const { result } = message.kind === "response" ? message.value : {};
      const methods =
        isJsonObject(result) && Array.isArray(result["authMethods"]) ? result["authMethods"] : [];
      for (const method of methods) Object.assign(method, { type: "agent" });
      return false;
    },
  }),
  mutant("login-only", "logs in and does not come back", {
    incoming: (message) => {
      if (message.kind !== "response") return false;
      const { error, result } = message.value;
      const isLoginAsked = isJsonObject(error) && error["code"] === -32000;
      if (isWaiting && isJsonObject(result)) process.exit(1);
      isWaiting = isWaiting || isLoginAsked;
      return false;
    },
  }),
];

let isWaiting = false;
let firstOptions: Json | undefined;

function refuses(isStrange: (option: JsonObject) => boolean): Overrides {
  return refusesLists((options) => options.some(isStrange));
}

function refusesAll(isStrange: (option: JsonObject) => boolean): Overrides {
  return refusesLists((options) => options.length > 0 && options.every(isStrange));
}

function refusesLists(isStrange: (options: readonly JsonObject[]) => boolean): Overrides {
  return {
    incoming: (message) => {
      const result: Json | undefined = message.kind === "response" ? message.value["result"] : undefined;
      const options =
        isJsonObject(result) && Array.isArray(result["configOptions"]) ? result["configOptions"] : [];
      if (isStrange(options.filter(isJsonObject))) process.exit(1);
      return false;
    },
  };
}

function setMode(client: RawClient, { sessionId = "" }: JsonObject): JsonObject {
  const id = client.freshNumber();
  return { jsonrpc: "2.0", id, method: "session/set_mode", params: { sessionId, modeId: "code" } };
}
