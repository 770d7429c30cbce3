import type { Json, JsonObject } from "../../../src/wire/message.js";
import type { Answer, Answerer, Overrides } from "./behaviour.js";
import { obedientAnswers } from "./obedient.js";
import { ended, type Turn } from "./turn.js";

type Change = (value: JsonObject) => Json;

/** Changes the result that the obedient agent gives to a method. */
export function changeResult(method: string, change: Change): Overrides {
  const answerer: Answerer = async (params, agent, id) => {
    const answer: Answer = (await obedientAnswers[method]?.(params, agent, id)) ?? "silence";
    return answer !== "silence" && "result" in answer
      ? { result: change(answer.result as JsonObject) }
      : answer;
  };
  return { answers: { [method]: answerer } };
}

/** Changes the response envelope to a method's requests. */
export function changeResponse(
  methods: string,
  change: (message: JsonObject) => readonly JsonObject[],
): Overrides {
  return {
    outgoing: (message, { kind, method }) =>
      kind === "response" && method.startsWith(methods) ? change(message) : [message],
  };
}

/** Changes the error that is given to a method's requests. */
export function changeError(methods: string, change: (error: JsonObject) => JsonObject): Overrides {
  return changeResponse(methods, (message) => {
    const { error } = message;
    return error === undefined ? [message] : [{ ...message, error: change(error as JsonObject) }];
  });
}

/** Changes the session updates that have this member, or this kind. */
export function changeUpdate(kind: string, change: (update: JsonObject) => JsonObject): Overrides {
  return changeCall("session/update", (params) => {
    const update = params["update"] as JsonObject;
    return update["sessionUpdate"] === kind ? { ...params, update: change(update) } : params;
  });
}

/** Changes the content block of a type in message chunks. */
export function changeBlock(type: string, change: (block: JsonObject) => Json): Overrides {
  return changeUpdate("agent_message_chunk", (update) => {
    const content = update["content"] as JsonObject;
    return content["type"] === type ? { ...update, content: change(content) } : update;
  });
}

/** Changes the params of the agent's own requests and notifications. */
export function changeCall(method: string, change: (params: JsonObject) => Json): Overrides {
  return {
    outgoing: (message, origin) =>
      origin.method === method && origin.kind !== "response"
        ? [{ ...message, params: change(message["params"] as JsonObject) }]
        : [message],
  };
}

/** Does something in an ordinary turn, besides what the obedient agent does. */
export function besides(act: (turn: Turn) => void): Overrides {
  return {
    turn: async (turn) => {
      if (turn.isPlain) act(turn);
      return await turn.obey();
    },
  };
}

/** Refuses prompts with this property. */
export function refusePrompts(isRefused: (text: string) => boolean): Overrides {
  const answerer: Answerer = async (params, agent, id) =>
    isRefused(JSON.stringify(params["prompt"]))
      ? { error: { code: -32602, message: "This content is not supported" } }
      : ((await obedientAnswers["session/prompt"]?.(params, agent, id)) ?? "silence");
  return { answers: { "session/prompt": answerer } };
}

/** Refuses initialize requests with this property. */
export function refuseInitialize(isRefused: (params: JsonObject) => boolean): Overrides {
  const answerer: Answerer = async (params, agent, id) =>
    isRefused(params)
      ? { error: { code: -32602, message: "This initialize is not supported" } }
      : ((await obedientAnswers["initialize"]?.(params, agent, id)) ?? "silence");
  return { answers: { initialize: answerer } };
}

/** Ends long turns in another way than the obedient agent, once they are cancelled. */
export function onCancel(end: (turn: Turn) => Answer | Promise<Answer>): Overrides {
  return {
    turn: async (turn) => {
      if (!turn.isLong) return await turn.obey();
      turn.say("1\n2\n3\n");
      await turn.cancelled;
      return await end(turn);
    },
  };
}

/** Writes files in another way than the obedient agent. */
export function onFile(write: (turn: Turn, path: string, toolCallId: string) => Promise<Answer>): Overrides {
  return {
    turn: async (turn) => {
      if (turn.file === undefined) return await turn.obey();
      const toolCallId = `call-${turn.agent.freshNumber()}`;
      const title = "Write a file";
      turn.update({ sessionUpdate: "tool_call", toolCallId, title, kind: "edit", status: "pending" });
      return await write(turn, turn.file, toolCallId);
    },
  };
}

/** Leaves a member out. */
export function without(object: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

/** Changes the first item of a list that is a member. */
export function firstOf(object: JsonObject, key: string, change: (item: JsonObject) => Json): JsonObject {
  const [first, ...others] = object[key] as readonly JsonObject[];
  return { ...object, [key]: first === undefined ? [] : [change(first), ...others] };
}

/** Does nothing but end. */
export async function endAtOnce(): Promise<Answer> {
  return ended("end_turn");
}
