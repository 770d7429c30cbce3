import { Buffer } from "node:buffer";
import { LineSplitter } from "../../../src/wire/line-splitter.js";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type Malformed,
  type Message,
  readMessage,
} from "../../../src/wire/message.js";
import { RawAgent } from "../raw/agent.js";
import type { Answer, Origin } from "../raw/behaviour.js";
import { OBEDIENT } from "../raw/catalogue.js";
import type { BehaviourTwo } from "./behaviour.js";
import { obedientAnswers } from "./obedient.js";
import type { SessionTwo } from "./session.js";

const METHOD_NOT_FOUND = -32601;

/**
 * An agent on raw bytes that speaks versions 1 and 2 of the protocol: whoever asks for version 1 talks to the raw agent of
 * version 1 from then on. It is fast and obedient, and a behaviour overrides any part of its version 2.
 */
export class AgentTwo {
  readonly behaviour: BehaviourTwo;
  /** Sessions by id. */
  readonly sessions: Map<string, SessionTwo> = new Map<string, SessionTwo>();
  /** What the client offered at initialize; undefined before that. */
  client: JsonObject | undefined;
  isLoggedIn = false;
  readonly #pending = new Map<string, (value: JsonObject) => void>();
  readonly #splitter = new LineSplitter();
  #nextId = 100;
  #one: RawAgent | undefined;

  constructor(behaviour: BehaviourTwo) {
    this.behaviour = behaviour;
  }

  /** The versions that it speaks. */
  get versions(): readonly number[] {
    return this.behaviour.versions ?? [1, 2];
  }

  /** A number that this process has not used. */
  freshNumber(): number {
    return this.#nextId++;
  }

  /** Reads stdin to its end. */
  run(): void {
    process.stdin.on("data", (chunk: Buffer) => {
      for (const { bytes } of this.#splitter.push(chunk)) this.#read(Buffer.from(bytes));
    });
    process.stdin.on("end", () => {
      this.#one?.end();
      for (const session of this.sessions.values()) session.work?.cancel();
      process.exitCode = 0;
    });
  }

  notify(method: string, params: JsonObject): void {
    this.send({ jsonrpc: "2.0", method, params }, { method, kind: "notification" });
  }

  /** Calls the client: the id of the call, and the whole response once it is here. */
  call(method: string, params: JsonObject): { readonly id: number; readonly response: Promise<JsonObject> } {
    const id = this.freshNumber();
    const response = new Promise<JsonObject>((resolve) => this.#pending.set(String(id), resolve));
    this.send({ jsonrpc: "2.0", id, method, params }, { method, kind: "request" });
    return { id, response };
  }

  /** Has this agent an open request with this id? */
  isOpen(id: string): boolean {
    return this.#pending.has(id);
  }

  /** Takes the response to an open request. */
  settle(id: string, response: JsonObject): void {
    this.#pending.get(id)?.(response);
    this.#pending.delete(id);
  }

  /** Sends a message through the behaviour's changes. */
  send(message: JsonObject, origin: Origin): void {
    const messages = this.behaviour.outgoing?.(message, origin) ?? [message];
    for (const each of messages)
      process.stdout.write(this.behaviour.encode?.(each) ?? `${JSON.stringify(each)}\n`);
  }

  #read(line: Buffer): void {
    const message = readMessage(line);
    if (this.#one === undefined && this.versions.includes(1) && asksForOne(message))
      this.#one = new RawAgent(OBEDIENT);
    if (this.#one === undefined) this.#take(message);
    else this.#one.read(Buffer.concat([line, Buffer.from("\n")]));
  }

  #take(message: Message | Malformed): void {
    if (this.behaviour.incoming?.(message, this) === true) return;
    switch (message.kind) {
      case "malformed":
        this.#refuse(message);
        return;
      case "response":
        this.settle(message.id.raw, message.value);
        return;
      case "notification":
        if (message.method === "session/cancel" && isJsonObject(message.params))
          this.sessions.get(String(message.params["sessionId"]))?.work?.cancel();
        return;
      case "request":
        void this.#answer(message.method, message.params, message.value["id"] ?? null);
    }
  }

  async #answer(method: string, params: Json | undefined, id: Json): Promise<void> {
    const isEarly = this.client === undefined && method !== "initialize" && !method.startsWith("_");
    const answerer = isEarly ? notInitialized : (this.behaviour.answers?.[method] ?? obedientAnswers[method]);
    const answer: Answer = (await answerer?.(isJsonObject(params) ? params : {}, this)) ?? {
      error: { code: METHOD_NOT_FOUND, message: "Method not found" },
    };
    if (answer !== "silence") this.send({ jsonrpc: "2.0", id, ...answer }, { method, kind: "response" });
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

function notInitialized(): Answer {
  return { error: { code: -32600, message: "Not initialized" } };
}

function asksForOne(message: Message | Malformed): boolean {
  return (
    message.kind === "request" &&
    message.method === "initialize" &&
    isJsonObject(message.params) &&
    message.params["protocolVersion"] === 1
  );
}
