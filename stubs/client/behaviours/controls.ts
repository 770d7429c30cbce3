import { setTimeout as delay } from "node:timers/promises";
import type { Json, JsonObject } from "../../../src/wire/message.js";
import { type Behaviour, control } from "../behaviour.js";
import { answer, changeCall, changeCapabilities, changeResult, replaceVersion, without } from "../change.js";
import { decide, selected } from "../obedient.js";
import { greet, openSession, prompt } from "../tour.js";

/** Odd, and allowed: no check may accuse any of these. */
export const controls: readonly Behaviour[] = [
  control("plain", "does nothing but one turn, and serves nothing but permission requests", {
    tour: async (client) => {
      await greet(client);
      const { sessionId } = await openSession(client);
      await prompt(client, sessionId, "First");
    },
    ...changeCall("initialize", (params) => ({ ...params, clientCapabilities: {} })),
  }),
  control("crlf", "ends its lines with CRLF", { encode: (message) => `${JSON.stringify(message)}\r\n` }),
  control("blank-lines", "writes blank lines between messages", {
    encode: (message) => `\n${JSON.stringify(message)}\n\n`,
  }),
  control("spaced", "writes spaces around every token", {
    encode: (message) => `  ${JSON.stringify(message, null, 1).replaceAll("\n", " ")}  \n`,
  }),
  control("reversed-members", "writes members in reverse order", {
    encode: (message) => `${JSON.stringify(reversed(message))}\n`,
  }),
  control("escaped", "escapes every character outside ASCII", {
    encode: (message) =>
      `${JSON.stringify(message).replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`)}\n`,
  }),
  control("string-ids", "numbers its requests with strings", {
    outgoing: (message, { kind }) => [
      kind === "request" ? { ...message, id: `r-${String(message["id"])}` } : message,
    ],
    incoming: (message, client) => {
      if (message.kind !== "response" || message.id.type !== "string") return false;
      client.settle(String(message.value["id"]).replace("r-", ""), message.value);
      return true;
    },
  }),
  control("meta-everywhere", "puts _meta on everything that it asks", {
    outgoing: (message, { kind }) => [
      kind === "request"
        ? {
            ...message,
            params: { ...(message["params"] as JsonObject), _meta: { "raw-client.example/n": [1, null] } },
          }
        : message,
    ],
  }),
  control("chatty", "sends custom notifications all the time", {
    outgoing: (message) => [
      { jsonrpc: "2.0", method: "_raw-client.example/log", params: { text: "…" } },
      message,
    ],
  }),
  control("silent-on-junk", "does not answer what is no message", {
    incoming: (message) => message.kind === "malformed",
  }),
  control(
    "rejects",
    "rejects whatever it is asked",
    answer("session/request_permission", ({ options }) => {
      const all = Array.isArray(options) ? (options as readonly JsonObject[]) : undefined;
      if (all === undefined) return INVALID;
      const rejection = all.find(({ kind }) => String(kind).startsWith("reject"));
      return rejection === undefined ? FORBIDDEN : selected(rejection["optionId"] ?? "");
    }),
  ),
  control(
    "slow-to-decide",
    "takes its time for permission requests",
    answer("session/request_permission", async (params, client, id) => {
      await delay(100);
      return await decide(params, client, id);
    }),
  ),
  control(
    "no-newline-at-window",
    "reads windows of lines without the last newline",
    changeResult("fs/read_text_file", ({ content }) => ({
      content: String(content).split("\n").length > 20 ? String(content) : String(content).replace(/\n$/, ""),
    })),
  ),
  control(
    "null-writes",
    "answers a write with null, as the page shows it",
    changeResult("fs/write_text_file", () => null),
  ),
  control("keeps-files", "serves no files outside of its policy", {
    answers: { "fs/read_text_file": () => FORBIDDEN, "fs/write_text_file": () => FORBIDDEN },
  }),
  control(
    "runs-nothing",
    "runs no commands, though it has terminals",
    answer("terminal/create", () => FORBIDDEN),
  ),
  control("ends-by-itself", "ends after its first turn, whatever the agent offers", {
    tour: async (client) => {
      await greet(client);
      const { sessionId } = await openSession(client);
      await prompt(client, sessionId, "First");
    },
  }),
  control("speaks-older", "speaks version 0 as well", {
    incoming: (message) => replaceVersion(message, 0, 1),
  }),
  control(
    "asks-for-two",
    "asks for version 2 and speaks version 1 with an agent that knows no other",
    changeCall("initialize", (params) => ({ ...params, protocolVersion: 2 })),
  ),
  control(
    "terminal-logins",
    "offers to log in in a terminal, and has nobody to do it",
    changeCapabilities((all) => ({ ...all, auth: { terminal: true } })),
  ),
  control("declines-pages", "visits no page that an agent names", {
    ...changeCapabilities((all) => ({ ...all, elicitation: { url: {} } })),
    ...answer("elicitation/create", ({ mode }) =>
      mode === "url" ? { result: { action: "decline" } } : INVALID,
    ),
  }),
  control("stops-at-ctrl-c", "dies of Ctrl-C", { interrupt: () => process.exit(130) }),
  control("without-options", "knows modes and no options", {
    incoming: (message) => {
      const { result } = message.kind === "response" ? message.value : {};
      if (typeof result === "object" && result !== null && "configOptions" in result)
        Object.assign(result, { configOptions: null });
      return false;
    },
  }),
  control(
    "no-title",
    "names itself shortly",
    changeCall("initialize", (params) => ({
      ...params,
      clientInfo: without(params["clientInfo"] as JsonObject, "title"),
    })),
  ),
];

const FORBIDDEN = { error: { code: -32603, message: "The user does not allow it" } } as const;
const INVALID = { error: { code: -32602, message: "Invalid params" } } as const;

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}
