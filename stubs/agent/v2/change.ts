import type { Json, JsonObject } from "../../../src/wire/message.js";
import type { AnswererTwo, OverridesTwo } from "./behaviour.js";
import { obedientAnswers } from "./obedient.js";

/** Changes the result that the obedient agent gives to a method. */
export function changeResult(method: string, change: (result: JsonObject) => Json): OverridesTwo {
  const answerer: AnswererTwo = async (params, agent) => {
    const answer = (await obedientAnswers[method]?.(params, agent)) ?? "silence";
    return answer !== "silence" && "result" in answer
      ? { result: change(answer.result as JsonObject) }
      : answer;
  };
  return { answers: { [method]: answerer } };
}

/** Changes the session updates of this kind. */
export function changeUpdate(kind: string, change: (update: JsonObject) => JsonObject): OverridesTwo {
  return changeCall("session/update", (params) => {
    const update = params["update"] as JsonObject;
    return update["sessionUpdate"] === kind ? { ...params, update: change(update) } : params;
  });
}

/** Changes the params of the agent's own requests and notifications. */
export function changeCall(method: string, change: (params: JsonObject) => Json): OverridesTwo {
  return {
    outgoing: (message, origin) =>
      origin.method === method && origin.kind !== "response"
        ? [{ ...message, params: change(message["params"] as JsonObject) }]
        : [message],
  };
}

/** An object without some of its members. */
export function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
