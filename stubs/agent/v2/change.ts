import { isJsonObject, type Json, type JsonObject } from "../../../src/wire/message.js";
import type { Answer } from "../raw/behaviour.js";
import type { AgentTwo } from "./agent.js";
import type { AnswererTwo, OverridesTwo } from "./behaviour.js";
import { obedientAnswers } from "./obedient.js";
import type { Work } from "./work.js";

/** Answers as the obedient agent does. */
export async function obey(method: string, params: JsonObject, agent: AgentTwo): Promise<Answer> {
  return (await obedientAnswers[method]?.(params, agent)) ?? "silence";
}

/** Answers one method in another way. */
export function answering(method: string, answerer: AnswererTwo): OverridesTwo {
  return { answers: { [method]: answerer } };
}

/** Changes the result that the obedient agent gives to a method. */
export function changeResult(method: string, change: (result: JsonObject) => Json): OverridesTwo {
  return answering(method, async (params, agent) => {
    const answer = await obey(method, params, agent);
    return answer !== "silence" && "result" in answer && isJsonObject(answer.result)
      ? { result: change(answer.result) }
      : answer;
  });
}

/** Sends other updates, or none, instead of each. */
export function mapUpdates(change: (update: JsonObject) => readonly JsonObject[]): OverridesTwo {
  return {
    outgoing: (message, { method, kind }) => {
      const { params } = message;
      if (method !== "session/update" || kind === "response" || !isJsonObject(params)) return [message];
      const { update } = params;
      if (!isJsonObject(update)) return [message];
      return change(update).map((each) => ({ ...message, params: { ...params, update: each } }));
    },
  };
}

/** Changes the session updates of this kind. */
export function changeUpdate(kind: string, change: (update: JsonObject) => JsonObject): OverridesTwo {
  return mapUpdates((update) => [update["sessionUpdate"] === kind ? change(update) : update]);
}

/** Changes the state updates of this state; nothing sends none. */
export function changeState(
  state: string,
  change: (update: JsonObject) => JsonObject | undefined,
): OverridesTwo {
  return mapUpdates((update) => {
    if (update["sessionUpdate"] !== "state_update" || update["state"] !== state) return [update];
    const changed = change(update);
    return changed === undefined ? [] : [changed];
  });
}

/** Changes the params of the agent's own requests. */
export function changeCall(method: string, change: (params: JsonObject) => JsonObject): OverridesTwo {
  return {
    outgoing: (message, origin) =>
      origin.method === method && origin.kind === "request" && isJsonObject(message["params"])
        ? [{ ...message, params: change(message["params"]) }]
        : [message],
  };
}

/** Does something at the beginning of work, besides what the obedient agent does. */
export function besides(act: (work: Work) => void): OverridesTwo {
  return {
    work: async (work) => {
      act(work);
      return await work.obey();
    },
  };
}

/** An object without some of its members. */
export function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
