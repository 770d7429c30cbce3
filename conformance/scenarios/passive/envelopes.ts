import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { isJsonObject, type Json, type JsonObject } from "../../../src/wire/message.js";
import { callsIn, requestsIn, responsesIn } from "../steps/messages.js";
import { fromSubject, noteEach, onEach } from "../steps/passive.js";
import { shortly } from "../steps/reply.js";

const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

/**
 * The envelope of each message: JSON-RPC 2.0, sections 4 and 5, taken in by docs/protocol/v1/overview.mdx,
 * "Communication Model", and the schema's RequestId.
 */
export const envelopeChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.jsonrpc.version-member", envelopes, ({ frame, value }) =>
    value["jsonrpc"] === "2.0"
      ? undefined
      : { expected: 'jsonrpc "2.0"', actual: `jsonrpc is ${shortly(value["jsonrpc"])}`, frames: [frame] },
  ),
  onEach("acp.v1.jsonrpc.id-type", requestsIn, ({ frame, id }) => {
    const isAllowed = id.type === "string" || id.type === "null" || (id.type === "number" && isInt64(id.raw));
    return isAllowed
      ? undefined
      : {
          expected: "an id that is a string, a 64-bit integer or null",
          actual: `id ${id.raw}`,
          frames: [frame],
        };
  }),
  idIsNotNull("acp.v1.jsonrpc.id-not-null"),
  onEach("acp.v1.jsonrpc.id-no-fraction", requestsIn, ({ frame, id }) =>
    id.type === "number" && isFraction(id.raw)
      ? { expected: "an id without a fraction", actual: `id ${id.raw}`, frames: [frame] }
      : undefined,
  ),
  onEach("acp.v1.jsonrpc.rpc-prefix-reserved", callsIn, ({ frame, method }) =>
    method.startsWith("rpc.")
      ? { expected: 'no method that starts with "rpc."', actual: method, frames: [frame] }
      : undefined,
  ),
  onEach("acp.v1.jsonrpc.positional-params", callsIn, ({ frame, params }) =>
    Array.isArray(params)
      ? { expected: "params by name", actual: "an array as params", frames: [frame] }
      : undefined,
  ),
  noteEach(
    "acp.v1.jsonrpc.id-reuse",
    openCalls,
    ({ reused }) => reused,
    "no id is used while it is still open",
  ),
];

/** Objects that mean to be messages, the half-formed ones with a jsonrpc member too. */
function envelopes(transcript: Transcript): { frame: Frame; value: JsonObject }[] {
  return fromSubject(transcript).flatMap((frame) => {
    const { message } = frame;
    return message.kind === "malformed" ? [] : [{ frame, value: message.value }];
  });
}

/** No request of the subject has the id null. */
export function idIsNotNull(id: string): PassiveCheck {
  return onEach(id, requestsIn, ({ frame, id: requestId }) =>
    requestId.type === "null"
      ? { expected: "an id other than null", actual: "id null", frames: [frame] }
      : undefined,
  );
}

/** The subject's requests, with what is said of an id that is used again while it is open. */
export function openCalls(transcript: Transcript): { frame: Frame; reused: string | undefined }[] {
  const open = new Set<string>();
  return transcript.frames.flatMap((frame) => {
    const { message } = frame;
    if (frame.direction !== transcript.subject && message.kind === "response") open.delete(message.id.key);
    if (frame.direction !== transcript.subject || message.kind !== "request") return [];
    const reused = open.has(message.id.key)
      ? `id ${message.id.raw} is used again while it is open`
      : undefined;
    open.add(message.id.key);
    return [{ frame, reused }];
  });
}

function isInt64(raw: string): boolean {
  if (!/^-?\d+$/.test(raw)) return true; // Written with a fraction or an exponent: another rule looks at that.
  return BigInt(raw) >= INT64.min && BigInt(raw) <= INT64.max;
}

function isFraction(raw: string): boolean {
  return !Number.isInteger(Number(raw));
}

/** Responses: exactly one each, with a result or an error (docs/protocol/v1/overview.mdx, "Error Handling"). */
export const responseChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.jsonrpc.exactly-one-response", repliedRequests, ({ request, responses }) =>
    responses.length > 1
      ? {
          expected: "one response",
          actual: `${responses.length} responses`,
          frames: [request, ...responses].slice(0, 6),
        }
      : undefined,
  ),
  onEach("acp.v1.jsonrpc.result-xor-error", halfResponses, ({ frame, value }) => {
    const both = "result" in value && "error" in value;
    const neither = !("result" in value) && !("error" in value);
    return both || neither
      ? { expected: "either a result or an error", actual: both ? "both" : "neither", frames: [frame] }
      : undefined;
  }),
  onEach("acp.v1.jsonrpc.success-has-result", halfResponses, ({ frame, value }) =>
    "result" in value || isJsonObject(value["error"])
      ? undefined
      : {
          expected: "a result, even where there is nothing to return",
          actual: shortly(value),
          frames: [frame],
        },
  ),
];

interface ErrorSeen {
  readonly frame: Frame;
  readonly id: string;
  readonly error: Json;
}

/** Error objects: schema Error and ErrorCode; JSON-RPC 2.0, section 5.1. */
export const errorChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.jsonrpc.error-object", errorsIn, ({ frame, error }) => {
    const isGood =
      isJsonObject(error) && Number.isInteger(error["code"]) && typeof error["message"] === "string";
    return isGood
      ? undefined
      : {
          expected: "an error with an integer code and a string message",
          actual: shortly(error),
          frames: [frame],
        };
  }),
  onEach("acp.v1.jsonrpc.error-code-int32", codesIn, ({ frame, code }) =>
    code >= -(2 ** 31) && code < 2 ** 31
      ? undefined
      : { expected: "a code of 32 bits", actual: `code ${code}`, frames: [frame] },
  ),
  onEach("acp.v1.jsonrpc.error-message-concise", errorsIn, ({ frame, error }) => {
    const message = isJsonObject(error) ? error["message"] : undefined;
    const isLong = typeof message === "string" && (message.length > 300 || /[\r\n]/.test(message));
    return isLong
      ? { expected: "a message of one short sentence", actual: shortly(message), frames: [frame] }
      : undefined;
  }),
  onEach("acp.v1.jsonrpc.reserved-codes", codesOfRequests, ({ frame, code, id }) =>
    // Whoever answers a request by its id has parsed it, so it was JSON.
    code === -32700
      ? {
          expected: "-32700 only for what is not JSON",
          actual: `-32700 for the request with id ${id}`,
          frames: [frame],
        }
      : undefined,
  ),
];

function errorsIn(transcript: Transcript): ErrorSeen[] {
  return responsesIn(transcript).flatMap(({ frame, id, value }) =>
    "error" in value && value["error"] !== null ? [{ frame, id: id.raw, error: value["error"] ?? null }] : [],
  );
}

function codesIn(transcript: Transcript): { frame: Frame; id: string; code: number }[] {
  return errorsIn(transcript).flatMap(({ frame, id, error }) => {
    const code = isJsonObject(error) ? error["code"] : undefined;
    return typeof code === "number" && Number.isInteger(code) ? [{ frame, id, code }] : [];
  });
}

function codesOfRequests(transcript: Transcript): { frame: Frame; id: string; code: number }[] {
  const asked = new Set(
    transcript.ofHarness().flatMap(({ message }) => (message.kind === "request" ? message.id.raw : [])),
  );
  return codesIn(transcript).filter(({ id }) => asked.has(id) && id !== "null");
}

function repliedRequests(transcript: Transcript): { request: Frame; responses: Frame[] }[] {
  const asked = new Map<string, { request: Frame; responses: Frame[]; times: number }>();
  for (const frame of transcript.frames) {
    const { message, direction } = frame;
    if (direction !== transcript.subject && message.kind === "request") {
      const before = asked.get(message.id.key);
      asked.set(message.id.key, { request: frame, responses: [], times: (before?.times ?? 0) + 1 });
    }
    if (direction === transcript.subject && message.kind === "response")
      asked.get(message.id.key)?.responses.push(frame);
  }
  // An id that the harness used twice has two responses by right.
  return [...asked.values()].filter(({ times, responses }) => times === 1 && responses.length > 0);
}

/** Responses, and objects that lack only the result or error to be one. */
function halfResponses(transcript: Transcript): { frame: Frame; value: JsonObject }[] {
  return fromSubject(transcript).flatMap((frame) => {
    const { message } = frame;
    if (message.kind === "response") return [{ frame, value: message.value }];
    const value = message.kind === "malformed" ? message.value : undefined;
    const isHalf = isJsonObject(value) && "id" in value && "jsonrpc" in value && !("method" in value);
    return isHalf ? [{ frame, value }] : [];
  });
}
