import type { Buffer } from "node:buffer";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { LineSplitter } from "../../src/wire/line-splitter.js";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type Malformed,
  type Message,
  readMessage,
} from "../../src/wire/message.js";
import type { Answer, Answerer, Behaviour, Origin } from "./behaviour.js";
import { CANCELLED, obedientAnswers, WITHDRAWN } from "./obedient.js";
import { Terminals } from "./terminals.js";
import { obedientTour } from "./tour.js";

const METHOD_NOT_FOUND = -32601;

/**
 * A client on raw bytes, without any SDK and without a screen, so that every byte it writes is its own choice. It starts
 * its agent, makes a fixed tour through the protocol and serves what the agent asks for meanwhile; a behaviour overrides
 * any part of it.
 */
export class RawClient {
  readonly behaviour: Behaviour;
  readonly terminals: Terminals = new Terminals();
  /** Sessions with a turn that runs. */
  readonly running: Set<string> = new Set<string>();
  /** Permission requests that wait for a user, by id, each with what answers it instead. */
  readonly undecided: Map<Json, (answer: Answer) => void> = new Map<Json, (answer: Answer) => void>();
  /** Its user has stopped what is running. */
  isStopped = false;
  /** What the agent announced. */
  offered: JsonObject = {};
  readonly #agent: ChildProcessByStdio<Writable, Readable, null>;
  readonly #pending = new Map<string, (value: JsonObject) => void>();
  readonly #splitter = new LineSplitter();
  #nextId = 0;

  constructor(behaviour: Behaviour, command: readonly string[]) {
    this.behaviour = behaviour;
    const [file = "", ...args] = command;
    // What the agent logs is no business of a client without a screen; inherited, it needs no draining.
    this.#agent = spawn(file, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.#agent.stdin.on("error", () => undefined);
    this.#agent.stdout.on("data", (chunk: Buffer) => {
      const lines = behaviour.lines?.(chunk) ?? this.#splitter.push(chunk).map(({ bytes }) => bytes);
      for (const line of lines) this.#take(readMessage(line));
    });
  }

  /** Makes the tour and ends the agent; gives the exit code. */
  async run(): Promise<number> {
    const ended = once(this.#agent, "exit");
    process.on("SIGINT", () => (this.behaviour.interrupt ?? cancelAll)(this));
    this.behaviour.start?.(this);
    const tour = (this.behaviour.tour ?? obedientTour)(this).then(
      () => 0,
      (error: unknown) => {
        process.stderr.write(`raw client: ${error instanceof Error ? error.message : String(error)}\n`);
        return 1;
      },
    );
    // An agent that dies answers nothing more: the tour is over.
    const code = await Promise.race([tour, ended.then(() => 1)]);
    if (this.behaviour.lastWords !== undefined) this.write(this.behaviour.lastWords);
    this.#agent.stdin.end();
    this.terminals.releaseAll();
    await ended;
    return code;
  }

  /** A number that this process has not used for a request. */
  freshNumber(): number {
    return this.#nextId++;
  }

  /** Calls the agent; the promise gives the whole response. */
  async call(method: string, params: Json): Promise<JsonObject> {
    const id = this.freshNumber();
    return await new Promise((resolve) => {
      this.#pending.set(String(id), resolve);
      this.send({ jsonrpc: "2.0", id, method, params }, { method, kind: "request" });
    });
  }

  /** Calls the agent and gives the result; an error ends the tour. */
  async request(method: string, params: Json): Promise<JsonObject> {
    const { result, error } = await this.call(method, params);
    if (error !== undefined) throw new Error(`${method} failed: ${JSON.stringify(error)}`);
    return isJsonObject(result) ? result : {};
  }

  notify(method: string, params: Json): void {
    this.send({ jsonrpc: "2.0", method, params }, { method, kind: "notification" });
  }

  /** Has this client an open request with this id? */
  isOpen(id: string): boolean {
    return this.#pending.has(id);
  }

  /** Takes a value for the response to an open request. */
  settle(id: string, value: JsonObject): void {
    this.#pending.get(id)?.(value);
    this.#pending.delete(id);
  }

  /** Sends a message through the behaviour's changes. */
  send(message: JsonObject, origin: Origin): void {
    const messages = this.behaviour.outgoing?.(message, origin, this) ?? [message];
    for (const each of messages) this.write(this.behaviour.encode?.(each) ?? `${JSON.stringify(each)}\n`);
  }

  /** Writes bytes as they are. */
  write(bytes: string | Buffer): void {
    if (this.#agent.stdin.writable) this.#agent.stdin.write(bytes);
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
        if (message.method === "$/cancel_request" && isJsonObject(message.params)) {
          this.undecided.get(message.params["requestId"] ?? null)?.(WITHDRAWN);
        }
        return;
      case "request":
        void this.#answer(message.method, message.params, message.id.raw, message.value["id"] ?? null);
    }
  }

  async #answer(method: string, params: Json | undefined, idText: string, id: Json): Promise<void> {
    const answerer: Answerer | undefined = this.behaviour.answers?.[method] ?? obedientAnswers[method];
    const named = isJsonObject(params) ? params : {};
    const answer: Answer = (await answerer?.(named, this, id)) ??
      this.behaviour.otherwise?.(method, named) ?? {
        error: { code: METHOD_NOT_FOUND, message: "Method not found" },
      };
    if (answer === "silence") return;
    // The id goes back as it was written, even where reading it as a number would round it.
    const isExact = JSON.stringify(id) === idText || typeof id !== "number";
    if (isExact) this.send({ jsonrpc: "2.0", id, ...answer }, { method, kind: "response" });
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

/** Cancels every turn, and with them the questions that nobody has answered. */
export function cancelAll(client: RawClient): void {
  client.isStopped = true;
  for (const sessionId of client.running) client.notify("session/cancel", { sessionId });
  for (const answer of client.undecided.values()) answer(CANCELLED);
}
