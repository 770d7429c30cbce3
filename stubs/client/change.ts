import type { Json, JsonObject, Malformed, Message } from "../../src/wire/message.js";
import type { Answer, Answerer, Overrides } from "./behaviour.js";
import { obedientAnswers } from "./obedient.js";

type Change = (value: JsonObject) => Json;

/** Changes the params of the client's own requests and notifications. */
export function changeCall(method: string, change: Change): Overrides {
  return {
    outgoing: (message, origin) =>
      origin.method === method && origin.kind !== "response"
        ? [{ ...message, params: change(message["params"] as JsonObject) }]
        : [message],
  };
}

/** Changes what the client tells of the capabilities that it has. */
export function changeCapabilities(change: Change): Overrides {
  return changeCall("initialize", (params) => ({
    ...params,
    clientCapabilities: change(params["clientCapabilities"] as JsonObject),
  }));
}

/** Changes the blocks of this type in prompts. */
export function changeBlock(type: string, change: Change): Overrides {
  return changeCall("session/prompt", (params) => ({
    ...params,
    prompt: (params["prompt"] as readonly JsonObject[]).map((block) =>
      block["type"] === type ? change(block) : block,
    ),
  }));
}

/** Changes the MCP servers of this type, or without one, in every set-up of a session. */
export function changeServer(type: string | undefined, change: Change): Overrides {
  return changeSetUp((params) => ({
    ...params,
    mcpServers: (params["mcpServers"] as readonly JsonObject[]).map((server) =>
      server["type"] === type ? change(server) : server,
    ),
  }));
}

/** Changes the params of every set-up of a session. */
export function changeSetUp(change: Change): Overrides {
  return {
    outgoing: (message, { method, kind }) =>
      kind === "request" && ["session/new", "session/load", "session/resume"].includes(method)
        ? [{ ...message, params: change(message["params"] as JsonObject) }]
        : [message],
  };
}

/** Changes the result that the obedient client gives to a method. */
export function changeResult(method: string, change: Change): Overrides {
  const answerer: Answerer = async (params, client, id) => {
    const answer: Answer = (await obedientAnswers[method]?.(params, client, id)) ?? "silence";
    return answer !== "silence" && "result" in answer
      ? { result: change(answer.result as JsonObject) }
      : answer;
  };
  return { answers: { [method]: answerer } };
}

/** Answers a method in a way of its own. */
export function answer(method: string, answerer: Answerer): Overrides {
  return { answers: { [method]: answerer } };
}

/** Changes the response envelope to the requests for methods that begin so. */
export function changeResponse(
  methods: string,
  change: (message: JsonObject) => readonly JsonObject[],
): Overrides {
  return {
    outgoing: (message, { kind, method }) =>
      kind === "response" && method.startsWith(methods) ? change(message) : [message],
  };
}

/** Changes the errors that are given to requests for methods that begin so. */
export function changeError(methods: string, change: (error: JsonObject) => JsonObject): Overrides {
  return changeResponse(methods, (message) => {
    const { error } = message;
    return error === undefined ? [message] : [{ ...message, error: change(error as JsonObject) }];
  });
}

/** Writes a line of its own once it has a session. */
export function alsoWrites(line: string | Buffer): Overrides {
  return { besides: (client) => client.write(line) };
}

/** Sends a message of its own once it has a session. */
export function alsoSends(message: JsonObject): Overrides {
  return alsoWrites(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

/** Takes one version in the agent's answer to initialize for another; the message is read on. */
export function replaceVersion(message: Message | Malformed, from: number, to: number): false {
  const result = message.kind === "response" ? message.value["result"] : undefined;
  if (typeof result === "object" && result !== null && "protocolVersion" in result) {
    if (result["protocolVersion"] === from) Object.assign(result, { protocolVersion: to });
  }
  return false;
}

/** Ends at once, without a word, when it reads such a message. */
export function diesOf(isDeadly: (value: JsonObject) => boolean): Overrides {
  return {
    incoming: (message) => {
      if (message.kind === "malformed" || !isDeadly(message.value)) return false;
      process.exit(1);
    },
  };
}

/** Takes more for announced than the agent announces. */
export function takesForOffered(more: JsonObject): Overrides {
  return { offered: (capabilities) => merge(capabilities, more) };
}

/** Leaves a member out. */
export function without(object: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

function merge(left: Json | undefined, right: JsonObject): JsonObject {
  const base = typeof left === "object" && left !== null && !Array.isArray(left) ? (left as JsonObject) : {};
  const entries = Object.entries(right).map(([key, value]) => {
    const isDeep = typeof value === "object" && value !== null && !Array.isArray(value);
    return [key, isDeep ? merge(base[key], value as JsonObject) : value] as const;
  });
  return { ...base, ...Object.fromEntries(entries) };
}
