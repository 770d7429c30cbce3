import type { Transcript } from "../../../src/driver/transcript.js";
import { Correlation } from "../../../src/protocol/correlation.js";
import type { Frame } from "../../../src/wire/frame.js";
import { isJsonObject, type Json, type JsonObject } from "../../../src/wire/message.js";
import { member } from "../../scenarios/steps/reply.js";

/** A request of the client with what its agent answered. */
export interface Asked {
  readonly method: string;
  readonly frame: Frame;
  readonly params: Json | undefined;
  /** The harness's answer, if it gave one. */
  readonly answer: Frame | undefined;
  /** The result in that answer; an empty object when it was an error. */
  readonly result: JsonObject;
}

/** The client's requests in their order, each with its answer. */
export function askedIn(transcript: Transcript): Asked[] {
  const correlation = new Correlation();
  const exchanges = transcript.frames.flatMap((frame) => {
    const correlated = correlation.observe(frame);
    return correlated.kind === "opened" && frame.direction === transcript.subject
      ? [correlated.exchange]
      : [];
  });
  return exchanges.map(({ method, request, response }) => ({
    method,
    frame: request,
    params: request.message.kind === "request" ? request.message.params : undefined,
    answer: response,
    result: resultOf(response),
  }));
}

/** What the harness answered to this request. */
export function answerTo(transcript: Transcript, request: Frame): Frame | undefined {
  return askedIn(transcript).find(({ frame }) => frame === request)?.answer;
}

/** The client's requests for one of these methods. */
export function askedFor(transcript: Transcript, ...methods: readonly string[]): Asked[] {
  return askedIn(transcript).filter(({ method }) => methods.includes(method));
}

/** The requests that set a session up. */
export function setUps(transcript: Transcript): Asked[] {
  return askedFor(transcript, "session/new", "session/load", "session/resume");
}

/** What the agent of this connection announced. */
export function agentCapabilities(transcript: Transcript): Json | undefined {
  return askedFor(transcript, "initialize")[0]?.result["agentCapabilities"];
}

/** Is a capability announced at this path? null, false and absence are no. */
export function announces(capabilities: Json | undefined, ...path: readonly string[]): boolean {
  const value = path.reduce<Json | undefined>(member, capabilities) ?? null;
  return value !== null && value !== false;
}

function resultOf(answer: Frame | undefined): JsonObject {
  const value = answer?.message.kind === "response" ? answer.message.value["result"] : undefined;
  return isJsonObject(value) ? value : {};
}
