import type { Transcript } from "../driver/transcript.js";
import { Fault } from "../fault.js";
import { Correlation, type Exchange } from "../protocol/correlation.js";
import { isExtension, isProtocolLevel } from "../protocol/method.js";
import type { Protocol } from "../protocol/protocol.js";
import { versionOf } from "../protocol/schema-id.js";
import type { Frame } from "../wire/frame.js";
import { isJsonObject } from "../wire/message.js";

const SHOWN = 200;

/**
 * Throws a Fault `harness` that names what is judged (`scenario "a/b"`) and the first frame of the harness's own that is no
 * valid message by the schema. A harness that breaks the protocol by mistake would hold its subject's answer against it,
 * so what is wrong on purpose is marked where it is written (`Conversation.wrongly`, `wrongAnswer`).
 */
export function refuseOwnFlaws(judged: string, transcripts: readonly Transcript[], protocol: Protocol): void {
  for (const transcript of transcripts) {
    const flaw = isOfOlderVersion(transcript, protocol) ? undefined : firstFlaw(transcript, protocol);
    if (flaw === undefined) continue;
    // What a subject says wrongly the harness may have to say back, as the id of a session that is a number.
    if (flaw.isOfSubject) return;
    const { frame, reason } = flaw;
    const text = frame.text.length > SHOWN ? `${frame.text.slice(0, SHOWN)}…` : frame.text;
    throw new Fault(
      "harness",
      `Cannot judge ${judged}: frame ${frame.number}, which the harness wrote, is wrong (${reason}): ${text}`,
    );
  }
}

/** A conversation that was begun in an earlier version of the protocol is none of this schema. */
function isOfOlderVersion({ frames }: Transcript, protocol: Protocol): boolean {
  return frames.some(({ message }) => {
    if (message.kind !== "request" || message.method !== "initialize") return false;
    const asked = isJsonObject(message.params) ? message.params["protocolVersion"] : undefined;
    return asked === 1 && versionOf(protocol.id) > asked;
  });
}

interface Flaw {
  readonly frame: Frame;
  readonly reason: string;
  readonly isOfSubject: boolean;
}

/** The first frame of the side that is not the subject by which a subject's own mistakes may be explained. */
export function firstOtherFlaw(transcript: Transcript, protocol: Protocol): Frame | undefined {
  return firstFlaw(transcript, protocol, (frame) => frame.direction !== transcript.subject)?.frame;
}

/** The first frame of either side, or of those that count, that is wrong, and not so on purpose. */
function firstFlaw(
  transcript: Transcript,
  protocol: Protocol,
  counts: (frame: Frame) => boolean = () => true,
): Flaw | undefined {
  const correlation = new Correlation();
  for (const frame of transcript.frames) {
    const seen = correlation.observe(frame);
    if (!counts(frame) || transcript.isDeliberate(frame)) continue;
    const reason = reasonOf(frame, seen.kind === "answered" ? seen.exchange : undefined, protocol);
    if (reason !== undefined) return { frame, reason, isOfSubject: frame.direction === transcript.subject };
  }
  return undefined;
}

function reasonOf(frame: Frame, exchange: Exchange | undefined, protocol: Protocol): string | undefined {
  const { message, direction } = frame;
  if (message.kind === "malformed") return message.reason;
  if (message.value["jsonrpc"] !== "2.0") return 'it has no "jsonrpc":"2.0"';
  if (message.kind === "response") return reasonOfAnswer(message.value, exchange, protocol);
  const { method, params } = message;
  const isFree = isExtension(method) || isProtocolLevel(method);
  if (!isFree && protocol.method(method, direction) === undefined)
    return `no method of the schema: ${method}`;
  return shown(protocol.judge(message.kind, method, direction, params));
}

/** An answer is judged by the method that it answers. */
function reasonOfAnswer(
  value: Exclude<Frame["message"], { kind: "malformed" }>["value"],
  exchange: Exchange | undefined,
  protocol: Protocol,
): string | undefined {
  const isError = "error" in value;
  if (isError === "result" in value) return "a response has a result or an error";
  if (exchange === undefined) return "nobody has asked for this answer";
  const part = isError ? "error" : "result";
  return shown(protocol.judge(part, exchange.method, exchange.request.direction, value[part]));
}

function shown(violations: ReturnType<Protocol["judge"]>): string | undefined {
  const [first] = violations;
  return first && `${first.path}: expected ${first.expected}, found ${first.actual}`;
}
