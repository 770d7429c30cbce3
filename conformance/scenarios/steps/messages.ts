import type { Transcript } from "../../../src/driver/transcript.js";
import { Correlation } from "../../../src/protocol/correlation.js";
import type { Direction } from "../../../src/wire/direction.js";
import type { Frame } from "../../../src/wire/frame.js";
import { isJsonObject, type Json, type JsonObject } from "../../../src/wire/message.js";
import type { RequestId } from "../../../src/wire/request-id.js";

/** A request or notification with its params. */
export interface Call {
  readonly frame: Frame;
  readonly method: string;
  readonly params: Json | undefined;
  /** Undefined for a notification. */
  readonly id: RequestId | undefined;
}

/** A response with its request. */
export interface Answered {
  readonly method: string;
  readonly request: Frame;
  readonly frame: Frame;
  readonly value: JsonObject;
}

/** The requests and notifications from the subject. */
export function callsIn(transcript: Transcript): Call[] {
  return transcript.ofSubject().flatMap(callOf);
}

/** Reads a request or notification; nothing when the frame is neither. */
export function callOf(frame: Frame): Call[] {
  const { message } = frame;
  if (message.kind !== "request" && message.kind !== "notification") return [];
  const { method, params } = message;
  return [{ frame, method, params, id: message.kind === "request" ? message.id : undefined }];
}

/** The subject's requests. */
export function requestsIn(transcript: Transcript): (Call & { readonly id: RequestId })[] {
  return callsIn(transcript).flatMap((call) => (call.id === undefined ? [] : [{ ...call, id: call.id }]));
}

/** The responses from the subject. */
export function responsesIn(transcript: Transcript): { frame: Frame; id: RequestId; value: JsonObject }[] {
  return transcript
    .ofSubject()
    .flatMap((frame) =>
      frame.message.kind === "response" ? [{ frame, id: frame.message.id, value: frame.message.value }] : [],
    );
}

/** The subject's responses with the requests that they answer; one whose pairing is a guess is left out. */
export function answersIn(transcript: Transcript): Answered[] {
  return exchangesIn(transcript, transcript.subject);
}

/** The client's responses with the agent's requests that they answer. */
export function answersOfClientIn(transcript: Transcript): Answered[] {
  return exchangesIn(transcript, "c2a");
}

/** The results that the subject gave to this method. */
export function resultsOf(
  transcript: Transcript,
  method: string,
): (Answered & { readonly result: JsonObject })[] {
  return answersIn(transcript).flatMap((answer) => {
    const { result } = answer.value;
    return answer.method === method && isJsonObject(result) ? [{ ...answer, result }] : [];
  });
}

function exchangesIn(transcript: Transcript, direction: Direction): Answered[] {
  const correlation = new Correlation();
  return transcript.frames.flatMap((frame) => {
    const correlated = correlation.observe(frame);
    if (correlated.kind !== "answered" || frame.direction !== direction) return [];
    const { exchange } = correlated;
    if (exchange.isAmbiguous || frame.message.kind !== "response") return [];
    return [{ method: exchange.method, request: exchange.request, frame, value: frame.message.value }];
  });
}
