import type { ClientConnection } from "../../../driver/client/client-connection.js";
import { ClientProcess } from "../../../driver/client/client-process.js";
import type { Answer, Answerer, Policy } from "../../../driver/client-policy.js";
import { Fault } from "../../../fault.js";
import type { Json, JsonObject } from "../../../wire/message.js";
import type { Moment, Offer } from "../model/command.js";
import { announced } from "./offers.js";

/** A request of the client that the agent has not answered yet. */
export interface Waiting {
  readonly connection: ClientConnection;
  /** Answers it. */
  readonly release: (answer: Answer) => void;
}

/** The session that the agent gives out. */
const SESSION_ID = "acp-assay-session-1";

const MOMENTS: readonly Moment[] = ["initialize", "session", "prompt"];

const NOTHING: Answer = { result: {} };

/** What an agent answers at once, whenever it is asked. */
const AT_ONCE: Policy = {
  authenticate: () => NOTHING,
  logout: () => NOTHING,
  "session/close": () => NOTHING,
  "session/delete": () => NOTHING,
  "session/list": () => ({ result: { sessions: [] } }),
  "session/set_mode": () => NOTHING,
};

/**
 * A client that runs with the harness as its agent. The first request of each moment waits until the agent lets it go; all
 * others are answered at once.
 */
export class ServedClient {
  readonly offers: Set<Offer> = new Set<Offer>();
  /** The session of the client's turn, as the client names it. */
  sessionId: Json = SESSION_ID;
  /** The directory of its session. */
  cwd: string | undefined;
  readonly #waiting = new Map<Moment, Waiting>();
  readonly #known = new Set<ClientConnection>();
  readonly #onConnection: (connection: ClientConnection) => void;
  #process: ClientProcess | undefined;
  /** Requests of earlier moments than this one do not wait. */
  #heldFrom = 0;

  private constructor(onConnection: (connection: ClientConnection) => void) {
    this.#onConnection = onConnection;
  }

  /** Starts a client; `onConnection` is given each start of its agent, in front of the first thing that is said there. */
  static async start(
    options: { readonly argv: readonly string[]; readonly timeoutMs: number },
    onConnection: (connection: ClientConnection) => void,
  ): Promise<ServedClient> {
    const served: ServedClient = new ServedClient(onConnection);
    served.#process = await ClientProcess.open({ ...options, policy: (start) => served.#policy(start) });
    return served;
  }

  get process(): ClientProcess {
    if (this.#process === undefined) throw new Fault("harness", "Cannot serve a client: it was not started");
    return this.#process;
  }

  /** Lets the client go on until it asks what this moment is about; undefined when it does not within the time. */
  async until(moment: Moment, ms: number): Promise<ClientConnection | undefined> {
    this.#letGo(MOMENTS.indexOf(moment));
    return (await this.process.look(() => this.#waiting.get(moment), ms))?.connection;
  }

  /** The prompt that waits for its answer. */
  get prompt(): Waiting | undefined {
    return this.#waiting.get("prompt");
  }

  /** Answers the prompt; false when none waits. */
  endTurn(answer: Answer): boolean {
    const { prompt } = this;
    this.#waiting.delete("prompt");
    prompt?.release(answer);
    this.#letGo(MOMENTS.length);
    return prompt !== undefined;
  }

  /** Answers what waits for an earlier moment than this one. */
  #letGo(heldFrom: number): void {
    this.#heldFrom = Math.max(this.#heldFrom, heldFrom);
    for (const [place, moment] of MOMENTS.entries()) {
      if (place >= this.#heldFrom) continue;
      this.#waiting.get(moment)?.release(this.#usual(moment));
      this.#waiting.delete(moment);
    }
  }

  #policy(start: number): Policy {
    const waits =
      (moment: Moment): Answerer =>
      async (params) =>
        await this.#arrive(moment, start, params);
    return {
      ...AT_ONCE,
      "session/set_config_option": () => ({
        result: { configOptions: announced(this.offers).session["configOptions"] ?? [] },
      }),
      initialize: waits("initialize"),
      "session/new": waits("session"),
      "session/load": waits("session"),
      "session/resume": waits("session"),
      "session/prompt": waits("prompt"),
    };
  }

  async #arrive(moment: Moment, start: number, params: JsonObject): Promise<Answer> {
    const connection = this.process.connections[start];
    if (connection === undefined) return this.#usual(moment);
    if (!this.#known.has(connection)) this.#onConnection(connection);
    this.#known.add(connection);
    if (moment === "session" && typeof params["cwd"] === "string") this.cwd = params["cwd"];
    const isHeld = MOMENTS.indexOf(moment) >= this.#heldFrom && !this.#waiting.has(moment);
    if (!isHeld) return this.#usual(moment);
    if (moment === "prompt") this.sessionId = params["sessionId"] ?? SESSION_ID;
    return await new Promise<Answer>((release) => this.#waiting.set(moment, { connection, release }));
  }

  #usual(moment: Moment): Answer {
    const { initialize, session } = announced(this.offers);
    if (moment === "initialize") return { result: initialize };
    if (moment === "session") return { result: { sessionId: SESSION_ID, ...session } };
    return { result: { stopReason: "end_turn" } };
  }
}
