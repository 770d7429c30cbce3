import { Buffer } from "node:buffer";
import { Fault } from "../fault.js";
import type { Frame } from "../wire/frame.js";
import { isJsonObject, type Json, type JsonObject } from "../wire/message.js";
import type { RequestId } from "../wire/request-id.js";
import { type Answer, type ClientPolicy, METHOD_NOT_FOUND, plainClient } from "./client-policy.js";
import { startClock } from "./clock.js";
import { TIMED_OUT, within } from "./deadline.js";
import { type Ending, type Exit, SubjectProcess } from "./subject-process.js";
import { Transcript } from "./transcript.js";

/** A response as a scenario uses it, or why there is none. */
export type Reply =
  | { readonly kind: "result"; readonly result: Json; readonly request: Frame; readonly frame: Frame }
  | { readonly kind: "error"; readonly error: JsonObject; readonly request: Frame; readonly frame: Frame }
  | { readonly kind: "silence"; readonly reason: string; readonly request: Frame };

export interface ConnectionOptions {
  readonly argv: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** How long each wait may take, in milliseconds. The protocol sets no time limits: this one is harness policy. */
  readonly timeoutMs: number;
  readonly policy?: ClientPolicy;
}

/** A live connection to an agent under test: the harness is the client, on raw bytes. */
export class AgentConnection {
  readonly transcript: Transcript = new Transcript(startClock());
  readonly timeoutMs: number;
  /** Answers the agent's requests; a scenario may exchange it at any time. */
  policy: ClientPolicy;
  readonly subject: SubjectProcess;
  readonly #closed: Promise<void>;
  #isClosed = false;
  #floodBytes = 0;
  #nextId = 1;

  private constructor(subject: SubjectProcess, options: ConnectionOptions) {
    this.subject = subject;
    this.timeoutMs = options.timeoutMs;
    this.policy = options.policy ?? plainClient;
    this.transcript.listen((frame) => this.#observe(frame));
    this.#closed = new Promise((resolve) => {
      subject.stdout.once("close", () => {
        this.#isClosed = true;
        this.transcript.end("a2c");
        resolve();
      });
    });
    subject.stdout.on("data", (chunk: Buffer) => {
      this.transcript.record("a2c", chunk);
      // A line that outgrew the limit will not end well: stop reading instead of letting the flood go on.
      this.#floodBytes = this.transcript.pendingBytes("a2c");
      if (this.#floodBytes > MAX_UNTERMINATED_BYTES) subject.destroy();
    });
  }

  /** Starts the agent. A Fault `untestable` when its command cannot be started. */
  static async open(options: ConnectionOptions): Promise<AgentConnection> {
    return new AgentConnection(await SubjectProcess.start(options), options);
  }

  /** Writes bytes exactly as they are, and returns the lines that they complete. */
  writeRaw(bytes: Buffer | string): Frame[] {
    const chunk = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
    const lines = this.transcript.record("c2a", chunk);
    if (this.subject.stdin.writable) this.subject.stdin.write(chunk);
    return lines;
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

  /** Sends a request without waiting; `reply` settles with the response, with the agent's end, or with the deadline. */
  begin(method: string, params: Json, id: Json = this.freshId()): { request: Frame; reply: Promise<Reply> } {
    const request = this.send({ jsonrpc: "2.0", id, method, params });
    return { request, reply: this.replyTo(request) };
  }

  /** Waits for a frame from the agent, counting those that are there already from frame number `after` on. */
  async frame(matches: (frame: Frame) => boolean, after = 0): Promise<Frame | undefined> {
    const known = this.transcript.of("a2c").find((frame) => frame.number > after && matches(frame));
    if (known !== undefined || this.#isClosed) return known;
    let stopListening = (): void => undefined;
    const arrival = new Promise<Frame>((resolve) => {
      stopListening = this.transcript.listen((frame) => {
        if (frame.direction === "a2c" && matches(frame)) resolve(frame);
      });
    });
    const first = await within(Promise.race([arrival, this.#closed]), this.timeoutMs);
    stopListening();
    if (first !== undefined && first !== TIMED_OUT) return first;
    return this.transcript.of("a2c").find((frame) => frame.number > after && matches(frame));
  }

  /**
   * Waits until the agent has handled everything sent before: a cheap extension request is answered by every agent
   * (docs/protocol/v1/extensibility.mdx, "Custom Requests"), with a result or an error.
   */
  async barrier(): Promise<Reply> {
    return await this.request("_acp-assay/barrier", {});
  }

  /** Closes the agent's stdin only. */
  endInput(): void {
    this.subject.stdin.end();
  }

  async exited(): Promise<Exit | undefined> {
    const exit = await within(this.subject.exited, this.timeoutMs);
    return exit === TIMED_OUT ? undefined : exit;
  }

  /** Ends the agent; afterwards the transcript is complete. */
  async close(): Promise<Ending> {
    const ending = await this.subject.stop();
    await within(this.#closed, 100);
    return ending;
  }

  /** Waits for the response to a request that is on its way, however it was written. */
  async replyTo(request: Frame): Promise<Reply> {
    const key = request.message.kind === "request" ? request.message.id.key : "";
    const frame = await this.frame(
      ({ message }) => message.kind === "response" && message.id.key === key,
      request.number,
    );
    if (frame === undefined) {
      // The end of the output comes first, the exit that explains it right behind.
      if (this.#isClosed) await within(this.subject.exited, EXIT_GRACE_MS);
      return { kind: "silence", reason: this.#whySilent(), request };
    }
    const value = frame.message.kind === "response" ? frame.message.value : {};
    const { error, result = null } = value;
    if (isJsonObject(error)) return { kind: "error", error, request, frame };
    return { kind: "result", result, request, frame };
  }

  #whySilent(): string {
    const { exit } = this.subject;
    if (this.#floodBytes > MAX_UNTERMINATED_BYTES) {
      return `the agent wrote ${this.#floodBytes} bytes without a newline`;
    }
    if (exit !== undefined) {
      return `the agent ended (${exit.signal ?? `code ${exit.code}`}) without an answer`;
    }
    return this.#isClosed
      ? "the agent closed its stdout without an answer"
      : `no answer within ${this.timeoutMs} ms`;
  }

  #observe(frame: Frame): void {
    const { message } = frame;
    if (frame.direction !== "a2c" || message.kind !== "request") return;
    // The method is the agent's word: "__proto__" or "toString" must not reach what every object inherits.
    const served = Object.hasOwn(this.policy, message.method) ? this.policy[message.method] : undefined;
    const answerer = served ?? notServed;
    const params = isJsonObject(message.params) ? message.params : {};
    const id = answerId(message.id);
    void Promise.resolve(answerer(params)).then((answer) => {
      if (answer !== "held")
        this.writeRaw(`{"jsonrpc":"2.0","id":${id},${JSON.stringify(answer).slice(1)}\n`);
    });
  }
}

const EXIT_GRACE_MS = 300;

/** How much one unterminated line may hold before the agent counts as flooding. */
const MAX_UNTERMINATED_BYTES = 64 * 1024 * 1024;

/**
 * The id goes back as it was written, since reading a number could round it. An array or object is no id, and for an id
 * that cannot be told the answer has null (JSON-RPC 2.0, section 5).
 */
function answerId({ key, raw }: RequestId): string {
  return key.startsWith("c:") ? "null" : raw;
}

function notServed(): Answer {
  return { error: { code: METHOD_NOT_FOUND, message: "Method not found" } };
}
