import { Buffer } from "node:buffer";
import { Fault } from "../fault.js";
import { type Direction, opposite } from "../wire/direction.js";
import type { Frame } from "../wire/frame.js";
import { isJsonObject, type Json, type JsonObject } from "../wire/message.js";
import type { RequestId } from "../wire/request-id.js";
import {
  type Answer,
  type Answerer,
  INTERNAL_ERROR,
  isWrongAnswer,
  METHOD_NOT_FOUND,
  type Policy,
} from "./client-policy.js";
import { startClock } from "./clock.js";
import { TIMED_OUT, within } from "./deadline.js";
import { MAX_LINE_BYTES, Transcript } from "./transcript.js";

/** A response as a scenario uses it, or why there is none. */
export type Reply =
  | { readonly kind: "result"; readonly result: Json; readonly request: Frame; readonly frame: Frame }
  | { readonly kind: "error"; readonly error: JsonObject; readonly request: Frame; readonly frame: Frame }
  | { readonly kind: "silence"; readonly reason: string; readonly request: Frame };

type Given = Exclude<Answer, "held">;

/** One side of a live connection with a subject at the other end: requests, replies and answers on raw bytes. */
export abstract class Conversation {
  readonly transcript: Transcript;
  readonly timeoutMs: number;
  /** Answers the subject's requests; a scenario may exchange it at any time. */
  policy: Policy;
  readonly #harness: Direction;
  #nextId = 1;
  #isDeliberate = false;
  /** Answers that wait for the end of a line that is half written. */
  readonly #late: { readonly request: Frame; readonly answer: Given }[] = [];

  protected constructor(subject: Direction, timeoutMs: number, policy: Policy) {
    this.transcript = new Transcript(startClock(), MAX_LINE_BYTES, subject);
    this.#harness = opposite(subject);
    this.timeoutMs = timeoutMs;
    this.policy = policy;
    this.transcript.listen((frame) => this.#observe(frame));
  }

  /** Settles when the subject can write no more on this connection. */
  protected abstract readonly closed: Promise<void>;

  /** Hands bytes to the subject, if it still reads. */
  protected abstract transmit(chunk: Buffer): void;

  /** Why a reply did not come. */
  protected abstract whySilent(): Promise<string>;

  /** Writes bytes exactly as they are, and returns the lines that they complete. */
  writeRaw(bytes: Buffer | string): Frame[] {
    const chunk = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
    const lines = this.transcript.record(this.#harness, chunk);
    if (this.#isDeliberate) for (const line of lines) this.transcript.markDeliberate(line);
    this.transmit(chunk);
    // Behind whoever writes wrongly on purpose: the answers are not meant.
    if (this.#late.length > 0) queueMicrotask(() => this.#catchUp());
    return lines;
  }

  /** Everything that `write` writes at once is wrong on purpose; any other frame of the harness has to be valid. */
  wrongly<Written>(write: () => Written): Written {
    const before = this.#isDeliberate;
    this.#isDeliberate = true;
    try {
      return write();
    } finally {
      this.#isDeliberate = before;
    }
  }

  /** Writes one message as a line. */
  send(message: JsonObject): Frame {
    const [frame] = this.writeRaw(`${JSON.stringify(message)}\n`);
    if (frame === undefined) throw new Fault("harness", "Cannot send a message: no line was completed");
    return frame;
  }

  notify(method: string, params: Json): Frame {
    return this.send({ jsonrpc: "2.0", method, params });
  }

  /** An id that this connection has not used. */
  freshId(): number {
    return this.#nextId++;
  }

  /** Sends a request and waits for its response. */
  async request(method: string, params: Json, id: Json = this.freshId()): Promise<Reply> {
    return await this.begin(method, params, id).reply;
  }

  /** Sends a request without waiting; `reply` settles with the response, with the subject's end, or with the deadline. */
  begin(method: string, params: Json, id: Json = this.freshId()): { request: Frame; reply: Promise<Reply> } {
    const request = this.send({ jsonrpc: "2.0", id, method, params });
    return { request, reply: this.replyTo(request) };
  }

  /** Waits for a frame from the subject, counting those that are there already from frame number `after` on. */
  async frame(matches: (frame: Frame) => boolean, after = 0): Promise<Frame | undefined> {
    const isWanted = (frame: Frame): boolean => frame.number > after && matches(frame);
    const known = this.transcript.ofSubject().find(isWanted);
    if (known !== undefined) return known;
    let stopListening = (): void => undefined;
    const arrival = new Promise<Frame>((resolve) => {
      stopListening = this.transcript.listen((frame) => {
        if (frame.direction === this.transcript.subject && isWanted(frame)) resolve(frame);
      });
    });
    const first = await within(Promise.race([arrival, this.closed.then(() => undefined)]), this.timeoutMs);
    stopListening();
    if (first !== undefined && first !== TIMED_OUT) return first;
    return this.transcript.ofSubject().find(isWanted);
  }

  /**
   * Waits until the subject has handled everything sent before: a cheap extension request is answered by everybody
   * (docs/protocol/v1/extensibility.mdx, "Custom Requests"), with a result or an error.
   */
  async barrier(): Promise<Reply> {
    return await this.request("_acp-assay/barrier", {});
  }

  /** Waits for the response to a request that is on its way, however it was written. */
  async replyTo(request: Frame): Promise<Reply> {
    const key = request.message.kind === "request" ? request.message.id.key : "";
    const frame = await this.frame(
      ({ message }) => message.kind === "response" && message.id.key === key,
      request.number,
    );
    if (frame === undefined) return { kind: "silence", reason: await this.whySilent(), request };
    const value = frame.message.kind === "response" ? frame.message.value : {};
    const { error, result = null } = value;
    if (isJsonObject(error)) return { kind: "error", error, request, frame };
    return { kind: "result", result, request, frame };
  }

  /** Answers a request of the subject. */
  answer(request: Frame, answer: Given): Frame | undefined {
    const { message } = request;
    if (message.kind !== "request") return undefined;
    const id = answerId(message.id);
    const write = (): Frame[] =>
      this.writeRaw(`{"jsonrpc":"2.0","id":${id},${JSON.stringify(answer).slice(1)}\n`);
    return (isWrongAnswer(answer) ? this.wrongly(write) : write())[0];
  }

  #observe(frame: Frame): void {
    const { message } = frame;
    if (frame.direction !== this.transcript.subject || message.kind !== "request") return;
    // The method is the subject's word: "__proto__" or "toString" must not reach what every object inherits.
    const served = Object.hasOwn(this.policy, message.method) ? this.policy[message.method] : undefined;
    const answerer = served ?? notServed;
    const params = isJsonObject(message.params) ? message.params : {};
    void answerSafely(answerer, params).then((answer) => {
      if (answer === "held") return;
      this.#late.push({ request: frame, answer });
      this.#catchUp();
    });
  }

  /** Answers between two lines only: the subject may ask while the harness writes one in pieces. */
  #catchUp(): void {
    while (this.transcript.pendingBytes(this.#harness) === 0) {
      const next = this.#late.shift();
      if (next === undefined) return;
      this.answer(next.request, next.answer);
    }
  }
}

/**
 * The id goes back as it was written, since reading a number could round it. An array or object is no id, and for an id
 * that cannot be told the answer has null (JSON-RPC 2.0, section 5).
 */
function answerId({ key, raw }: RequestId): string {
  return key.startsWith("c:") ? "null" : raw;
}

/** What cannot be served is answered with an error: a subject's params, whatever they hold, must not end the harness. */
async function answerSafely(answerer: Answerer, params: JsonObject): Promise<Answer> {
  try {
    return await answerer(params);
  } catch (error) {
    return { error: { code: INTERNAL_ERROR, message: `The harness cannot serve this: ${String(error)}` } };
  }
}

function notServed(): Answer {
  return { error: { code: METHOD_NOT_FOUND, message: "Method not found" } };
}
