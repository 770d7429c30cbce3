import { isJsonObject, type Json, type JsonObject } from "../../../src/wire/message.js";
import type { AdapterBehaviour } from "./behaviour.js";
import { Updates } from "./updates.js";

const INFO = { name: "stub-adapter", version: "0" };
const FAILED = -32603;

/** Where an adapter stands: two sides, and whoever reads its stderr. */
export interface Surroundings {
  toAgent(message: JsonObject): void;
  toClient(message: JsonObject): void;
  warn(line: string): void;
  exit(code: number): void;
}

/** A bridge between a client of version 1 and an agent of version 2: as much of both as one prompt turn takes. */
export class Adapter {
  readonly #behaviour: AdapterBehaviour;
  readonly #around: Surroundings;
  /** The method of each request of the client that is open, by its id. */
  readonly #asked = new Map<Json | undefined, Json | undefined>();
  /** The id of the prompt whose turn it is: in version 2 it is answered at once, in version 1 when the turn ends. */
  #prompt: Json | undefined;
  #updates: Updates | undefined;

  constructor(behaviour: AdapterBehaviour, around: Surroundings) {
    this.#behaviour = behaviour;
    this.#around = around;
  }

  fromClient(message: JsonObject): void {
    const { id, method } = message;
    if (method !== undefined && id !== undefined) this.#asked.set(id, method);
    if (method === "session/prompt") this.#prompt = id;
    const params = { protocolVersion: 2, info: INFO, capabilities: {} };
    this.#around.toAgent(method === "initialize" ? { ...message, params } : message);
  }

  fromAgent(message: JsonObject): void {
    if (this.#behaviour.logsTraffic === true) this.#around.warn(JSON.stringify(message));
    const { id, method, params, result } = message;
    if (method === "session/update" && isJsonObject(params)) this.#update(params);
    else if (method !== undefined || result === undefined) this.#around.toClient(message);
    else this.#answer(id, result);
  }

  #answer(id: Json | undefined, result: Json): void {
    const method = this.#asked.get(id);
    this.#asked.delete(id);
    // The turn goes on: its end is told by an update.
    if (method === "session/prompt") return;
    const greeting = { protocolVersion: 1, agentCapabilities: {}, agentInfo: INFO };
    this.#say({ id: id ?? null, result: method === "initialize" ? greeting : result });
  }

  #update({ sessionId = null, update }: JsonObject): void {
    if (!isJsonObject(update)) return;
    this.#updates ??= new Updates(this.#behaviour, {
      tellClient: (message) => this.#say(message),
      update: (one) => this.#say({ method: "session/update", params: { sessionId, update: one } }),
      fail: (reason) => this.#end({ error: { code: FAILED, message: reason } }),
      warn: (line) => this.#around.warn(line),
      exit: (code) => this.#around.exit(code),
    });
    if (update["sessionUpdate"] !== "state_update") this.#updates.take(update);
    else if (update["state"] === "idle") {
      this.#updates.flush();
      this.#end({ result: { stopReason: update["stopReason"] ?? "end_turn" } });
    }
  }

  /** Ends the turn, if there is one. */
  #end(answer: JsonObject): void {
    if (this.#prompt !== undefined) this.#say({ id: this.#prompt, ...answer });
    this.#prompt = undefined;
  }

  #say(message: JsonObject): void {
    this.#around.toClient({ jsonrpc: "2.0", ...message });
  }
}
