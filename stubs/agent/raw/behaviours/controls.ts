import { Buffer } from "node:buffer";
import { setTimeout as delay } from "node:timers/promises";
import type { Json, JsonObject } from "../../../../src/wire/message.js";
import { type Behaviour, control } from "../behaviour.js";
import { besides, changeCall, changeResult, onCancel, without } from "../change.js";
import { INITIALIZE, obedientAnswers } from "../obedient.js";
import { ended } from "../turn.js";

/** Odd, and allowed: no check may accuse any of these. */
export const controls: readonly Behaviour[] = [
  control("plain", "offers nothing optional, names itself and answers", {
    answers: {
      initialize: () => ({ result: { protocolVersion: 1, agentInfo: { name: "plain", version: "0" } } }),
      "session/new": async (params, agent, id) => {
        const answer = await obedientAnswers["session/new"]?.(params, agent, id);
        if (answer === undefined || answer === "silence" || "error" in answer) return answer ?? "silence";
        return { result: { sessionId: (answer.result as JsonObject)["sessionId"] ?? null } };
      },
    },
    turn: async (turn) => {
      if (turn.isLong || turn.file !== undefined) return await turn.obey();
      turn.update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: "ready" } });
      return ended("end_turn");
    },
  }),
  control("crlf", "ends its lines with CRLF", { encode: (message) => `${JSON.stringify(message)}\r\n` }),
  control("blank-lines", "writes blank lines between messages", {
    encode: (message) => `\n${JSON.stringify(message)}\n\n`,
  }),
  control("spaced", "writes spaces around every token", {
    encode: (message) => `  ${JSON.stringify(message, null, 1).replaceAll("\n", " ")}  \n`,
  }),
  control("byte-by-byte", "writes one byte at a time", {
    write: (bytes) => {
      for (const byte of Buffer.from(bytes)) process.stdout.write(Buffer.of(byte));
    },
  }),
  control("coalesced", "writes many messages at once", {
    write: (bytes) => {
      if (waiting.length === 0) setImmediate(() => process.stdout.write(Buffer.concat(waiting.splice(0))));
      waiting.push(Buffer.from(bytes));
    },
  }),
  control("reversed-members", "writes members in reverse order", {
    encode: (message) => `${JSON.stringify(reversed(message))}\n`,
  }),
  control("escaped", "escapes every character outside ASCII, and slashes", {
    encode: (message) => `${escaped(JSON.stringify(message))}\n`,
  }),
  control("stderr-noise", "logs a megabyte to stderr", {
    start: () => process.stderr.write("noise ".repeat(170_000)),
  }),
  control("slow-start", "takes its time for initialize", {
    answers: {
      initialize: async () => {
        await delay(300);
        return { result: INITIALIZE };
      },
    },
  }),
  control("string-ids", "numbers its requests with strings", {
    outgoing: (message, { kind }) => [
      kind === "request" ? { ...message, id: String(message["id"]) } : message,
    ],
  }),
  control("meta-everywhere", "puts _meta on everything", {
    outgoing: (message) =>
      ["params", "result"].reduce<JsonObject[]>(
        ([whole = message], key) =>
          key in whole && !String(whole["method"]).startsWith("$")
            ? [
                {
                  ...whole,
                  [key]: { ...(whole[key] as JsonObject), _meta: { "raw-agent.example/n": [1, null] } },
                },
              ]
            : [whole],
        [message],
      ),
  }),
  control("chatty", "sends custom notifications all the time", {
    outgoing: (message) => [
      { jsonrpc: "2.0", method: "_raw-agent.example/log", params: { text: "…" } },
      message,
    ],
  }),
  control("commands-after-session", "sends commands right behind the answer to session/new", {
    outgoing: (message, { method }) => {
      const result = message["result"] as JsonObject | undefined;
      if (method !== "session/new" || result === undefined) return [message];
      const update = { sessionUpdate: "available_commands_update", availableCommands: [] };
      const params = { sessionId: result["sessionId"] ?? null, update };
      return [message, { jsonrpc: "2.0", method: "session/update", params }];
    },
  }),
  control("serves-custom-in-full", "knows the custom methods that it is asked for, by another error", {
    otherwise: () => ({ error: { code: -32601, message: "Method not found", data: { known: [] } } }),
  }),
  control(
    "speaks-version-two",
    "speaks version 2 and no other",
    changeResult("initialize", (result) => ({ ...result, protocolVersion: 2 })),
  ),
  control(
    "offers-no-reject",
    "lets the client only allow, and ends a turn whose permission was cancelled as such",
    {
      ...changeCall("session/request_permission", (params) => ({
        ...params,
        options: [{ optionId: "allow", name: "Allow", kind: "allow_once" }],
      })),
    },
  ),
  control("silent-on-junk", "does not answer what is no message", {
    incoming: (message) => message.kind === "malformed",
  }),
  control("strict-gate", "refuses everything before initialize", {
    incoming: (message, agent) => {
      if (message.kind !== "request") return false;
      if (message.method === "initialize") isOpen = true;
      if (isOpen) return false;
      const error = { code: -32600, message: "Initialize first" };
      agent.send(
        { jsonrpc: "2.0", id: message.value["id"] ?? null, error },
        { method: message.method, kind: "response" },
      );
      return true;
    },
  }),
  control(
    "ends-in-the-race",
    "ends its first turn by itself, at the moment when it is cancelled",
    onCancelRace(),
  ),
  control(
    "slow-cancel",
    "takes a while to stop, and goes on talking meanwhile",
    onCancel(async (turn) => {
      for (let time = 0; time < 5; time++) {
        turn.say("still stopping");
        await delay(20);
      }
      return ended("cancelled");
    }),
  ),
  control("serves-withdrawals", "ends a prompt at $/cancel_request with its own error", {
    turn: async (turn) => {
      if (!turn.isLong) return await turn.obey();
      turn.say("1\n");
      await Promise.race([turn.cancelled, new Promise<void>((resolve) => withdrawn.add(resolve))]);
      return turn.isCancelled
        ? ended("cancelled")
        : { error: { code: -32800, message: "Request cancelled" } };
    },
    incoming: (message) => {
      if (message.kind === "notification" && message.method === "$/cancel_request") {
        for (const resolve of withdrawn) resolve();
      }
      return false;
    },
  }),
  control(
    "tired",
    "stops its turns for the limit of tokens",
    changeResult("session/prompt", (result) =>
      result["stopReason"] === "end_turn" ? { stopReason: "max_tokens" } : result,
    ),
  ),
  control("asks-no-permission", "writes nothing and asks nobody", {
    turn: async (turn) => {
      if (turn.file === undefined) return await turn.obey();
      turn.say("I would rather not");
      return ended("refusal");
    },
  }),
  control(
    "null-everywhere",
    "writes null where a member may be null",
    changeResult("session/new", (result) => ({
      ...without(result, "modes"),
      modes: null,
      configOptions: null,
      _meta: null,
    })),
  ),
  control(
    "late-state",
    "sends a title behind the answer to a prompt",
    besides((turn) => {
      setImmediate(() => turn.update({ sessionUpdate: "session_info_update", title: null }));
    }),
  ),
];

const waiting: Buffer[] = [];
const withdrawn: Set<() => void> = new Set();
let isOpen = false;

/** The turn ends by itself when the harness has seen it run: its own end and a cancel cross on the way. */
/** Its first cancel crosses the response to a turn that was at its end; from then on there is time to stop. */
function onCancelRace(): Pick<Behaviour, "turn"> {
  let isFirst = true;
  return onCancel(() => {
    const stopReason = isFirst ? "end_turn" : "cancelled";
    isFirst = false;
    return ended(stopReason);
  });
}

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

function escaped(text: string): string {
  return text
    .replaceAll("/", "\\/")
    .replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
