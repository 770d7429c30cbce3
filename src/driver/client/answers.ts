import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, Answerer } from "../client-policy.js";

export type { Answer, Answerer } from "../client-policy.js";

/** JSON-RPC 2.0, section 5.1: the parameters are wrong. */
export const INVALID_PARAMS = -32602;

/** Schema ErrorCode: what is named does not exist. */
export const RESOURCE_NOT_FOUND = -32002;

/** An error as an answer. */
export function refusal(code: number, message: string): Answer {
  return { error: { code, message } };
}

/** Answers everything with one error. */
export function refusing(code: number, message: string): Answerer {
  return () => refusal(code, message);
}

/** Answers as another does, a while later. */
export function late(afterMs: number, answerer: Answerer): Answerer {
  return async (params) => {
    await sleep(afterMs);
    return await answerer(params);
  };
}
