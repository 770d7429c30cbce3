import { isJsonObject, type Json, type JsonObject } from "../wire/message.js";

/** What the harness answers to a request of the subject: a result, an error, or nothing for now. */
export type Answer =
  | { readonly result: Json }
  | { readonly error: { readonly code: number; readonly message: string } }
  /** The scenario answers by itself, later or never. */
  | "held";

const wrongAnswers = new WeakSet<object>();

/** Marks an answer that is wrong on purpose. */
export function wrongAnswer(answer: Answer): Answer {
  if (answer !== "held") wrongAnswers.add(answer);
  return answer;
}

/** Is it wrong on purpose? */
export function isWrongAnswer(answer: Exclude<Answer, "held">): boolean {
  return wrongAnswers.has(answer);
}

/** Answers one request of the subject. */
export type Answerer = (params: JsonObject) => Answer | Promise<Answer>;

/** The harness's side of a conversation: which methods it serves, and how. Anything else is answered with -32601. */
export type Policy = Readonly<Record<string, Answerer>>;

/** JSON-RPC 2.0, section 5.1: the method does not exist. */
export const METHOD_NOT_FOUND = -32601;

/** JSON-RPC 2.0, section 5.1: something went wrong inside. */
export const INTERNAL_ERROR = -32603;

/**
 * A client that offers nothing but permission answers: it selects the first option of an allow kind, else the first
 * one (docs/protocol/v1/tool-calls.mdx, "Requesting Permission").
 */
export const plainClient: Policy = {
  "session/request_permission": (params) => selectOption(params, "allow"),
};

/** Selects the first permission option whose kind starts with `kind`, else the first option. */
export function selectOption(params: JsonObject, kind: "allow" | "reject"): Answer {
  const given: readonly Json[] = Array.isArray(params["options"]) ? params["options"] : [];
  const options = given.filter(isJsonObject);
  const chosen = options.find((option) => startsWith(option["kind"], kind)) ?? options[0];
  const optionId = typeof chosen?.["optionId"] === "string" ? chosen["optionId"] : "";
  return { result: { outcome: { outcome: "selected", optionId } } };
}

// A kind may be anything that the agent wrote: making text of an object could throw.
function startsWith(value: Json | undefined, start: string): boolean {
  return typeof value === "string" && value.startsWith(start);
}
