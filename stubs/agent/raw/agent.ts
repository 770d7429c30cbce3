import type { Buffer } from "node:buffer";
import { LineSplitter } from "../../../src/wire/line-splitter.js";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type Malformed,
  type Message,
  readMessage,
} from "../../../src/wire/message.js";
import type { Answer, Answerer, Behaviour, Origin } from "./behaviour.js";
import { obedientAnswers } from "./obedient.js";
import { orders } from "./orders/order.js";
import type { Session } from "./session/session.js";

const METHOD_NOT_FOUND = -32601;

/**
 * An agent on raw bytes, without any SDK, so that every byte it writes is its own choice. It is fast and obedient, and
 * a behaviour overrides any part of it.
 */
export class RawAgent {
  readonly behaviour: Behaviour;
  /** Sessions by id. */
  readonly sessions: Map<string, Session> = new Map<string, Session>();
  /** What a prompt can ask for with the words "order: NAME". */
  readonly orders: typeof orders = orders;
  /** What the client offered at initialize. */
  client: JsonObject = {};
  /** Files that may be written without asking again, by session and path. */
  readonly allowedAlways: Set<string> = new Set<string>();
  /** Ends the running turn of a session. */
  readonly cancels: Map<string, () => void> = new Map<string, () => void>();
  isLoggedIn = false;
  readonly #pending = new Map<string, (value: JsonObject) => void>();
  readonly #splitter = new LineSplitter();
  #nextId = 100;

  constructor(behaviour: Behaviour) {
    this.behaviour = behaviour;
  }

  /** A number that this process has not used. */
  freshNumber(): number {
    return this.#nextId++;
  }

  /** A name that no process of this agent has used. */
  freshName(): string {
    return `${process.pid.toString(36)}-${this.freshNumber()}`;
  }

  /** Did the client announce this capability? */
  isAnnounced(...path: readonly string[]): boolean {
    const value = path.reduce<Json | undefined>(
      (inner, key) => (isJsonObject(inner) ? inner[key] : undefined),
      this.client,
    );
    return (value ?? false) !== false;
  }

  /** Reads stdin to its end. */
  run(): void {
    this.behaviour.start?.(this);
    process.stdin.on("data", (chunk: Buffer) => this.read(chunk));
    process.stdin.on("end", () => this.end());
  }

  /** Takes what was read from stdin. */
  read(chunk: Buffer): void {
    const lines = this.behaviour.lines?.(chunk) ?? this.#splitter.push(chunk).map(({ bytes }) => bytes);
    for (const line of lines) this.#take(readMessage(line));
  }

  /** Ends what runs, at the end of input. */
  end(): void {
    this.behaviour.end?.(this);
    for (const cancel of this.cancels.values()) cancel();
    for (const session of this.sessions.values()) session.free();
    process.exitCode = 0;
  }

  notify(method: string, params: JsonObject): void {
    this.send({ jsonrpc: "2.0", method, params }, { method, kind: "notification" });
  }

  /** Has this agent an open request with this id? */
  isOpen(id: string): boolean {
    return this.#pending.has(id);
  }

  /** Calls the client; the promise gives the whole response. */
  async request(method: string, params: JsonObject): Promise<JsonObject> {
    const id = this.freshNumber();
    return await new Promise((resolve) => {
      this.#pending.set(String(id), resolve);
      this.send({ jsonrpc: "2.0", id, method, params }, { method, kind: "request" });
    });
  }

  /** Calls the client without caring for the answer, and withdraws the call. */
  ask(method: string, params: JsonObject, id: Json = this.freshNumber()): void {
    this.send({ jsonrpc: "2.0", id, method, params }, { method, kind: "request" });
    this.notify("$/cancel_request", { requestId: id });
  }

  /** Sends a message through the behaviour's changes. */
  send(message: JsonObject, origin: Origin): void {
    const messages = this.behaviour.outgoing?.(message, origin) ?? [message];
    for (const each of messages) this.write(this.behaviour.encode?.(each) ?? `${JSON.stringify(each)}\n`);
  }

  /** Writes bytes as they are. */
  write(bytes: string | Buffer): void {
    if (this.behaviour.write === undefined) process.stdout.write(bytes);
    else this.behaviour.write(bytes);
  }

  #take(message: Message | Malformed): void {
    if (this.behaviour.incoming?.(message, this) === true) return;
    switch (message.kind) {
      case "malformed":
        this.#refuse(message);
        return;
      case "response":
        this.#settle(message.id.raw.replaceAll('"', ""), message.value);
        return;
      case "notification":
        if (message.method === "session/cancel" && isJsonObject(message.params)) {
          this.cancels.get(String(message.params["sessionId"]))?.();
        }
        return;
      case "request":
        void this.#answer(message.method, message.params, message.id.raw, message.value["id"] ?? null);
    }
  }

  #settle(id: string, value: JsonObject): void {
    this.#pending.get(id)?.(value);
    this.#pending.delete(id);
  }

  async #answer(method: string, params: Json | undefined, idText: string, id: Json): Promise<void> {
    const answerer: Answerer | undefined = this.behaviour.answers?.[method] ?? obedientAnswers[method];
    const named = isJsonObject(params) ? params : {};
    if (method === "initialize") this.client = (named["clientCapabilities"] ?? {}) as JsonObject;
    const answer: Answer = (await answerer?.(named, this, id)) ??
      this.behaviour.otherwise?.(method, named, this) ?? {
        error: { code: METHOD_NOT_FOUND, message: "Method not found" },
      };
    if (answer === "silence") return;
    // The id goes back as it was written, even where reading it as a number would round it.
    const isExact = JSON.stringify(id) === idText || typeof id !== "number";
    const origin: Origin = { method, kind: "response" };
    if (isExact) this.send({ jsonrpc: "2.0", id, ...answer }, origin);
    else this.write(`{"jsonrpc":"2.0","id":${idText},${JSON.stringify(answer).slice(1)}\n`);
  }

  #refuse({ reason }: Malformed): void {
    if (reason === "blank") return;
    const isParsed = reason !== "not JSON" && reason !== "not UTF-8";
    const error = isParsed
      ? { code: -32600, message: "Invalid request" }
      : { code: -32700, message: "Parse error" };
    this.send({ jsonrpc: "2.0", id: null, error }, { method: "", kind: "response" });
  }
}
