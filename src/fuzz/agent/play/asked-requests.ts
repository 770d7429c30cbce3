import type { AgentConnection, Reply } from "../../../driver/agent-connection.js";
import type { Frame } from "../../../wire/frame.js";
import type { Json, JsonObject } from "../../../wire/message.js";

/** A request of ours, and its response once it is there. */
export interface Asked {
  readonly method: string;
  readonly id: Json;
  /** The session that it names. */
  readonly sessionId: Json | undefined;
  readonly frame: Frame;
  reply: Frame | undefined;
}

/** No line that is said as it stands uses an id of ours: they begin here. */
const FIRST_ID = 1001;

/** The requests of a conversation; of two that are open with one id the older one is answered first. */
export class AskedRequests {
  readonly all: Asked[] = [];
  readonly #connection: AgentConnection;
  #nextId = FIRST_ID;

  constructor(connection: AgentConnection) {
    this.#connection = connection;
    connection.transcript.listen((frame) => this.#settle(frame));
  }

  /** Those that have no response yet, oldest first. */
  get open(): Asked[] {
    return this.all.filter(({ reply }) => reply === undefined);
  }

  /** An id that this conversation has not used. */
  freshId(): number {
    return this.#nextId++;
  }

  /** Sends a request without waiting. */
  begin(method: string, params: JsonObject, id: Json = this.freshId()): Asked {
    const frame = this.#connection.send({ jsonrpc: "2.0", id, method, params });
    const asked: Asked = { method, id, sessionId: params["sessionId"], frame, reply: undefined };
    this.all.push(asked);
    return asked;
  }

  /** Sends a request and waits for its response. */
  async request(method: string, params: JsonObject): Promise<Reply> {
    return await this.#connection.replyTo(this.begin(method, params).frame);
  }

  #settle(frame: Frame): void {
    const { message, direction } = frame;
    if (direction !== "a2c" || message.kind !== "response") return;
    const { key } = message.id;
    const asked = this.open.find(
      ({ frame: { message: sent } }) => sent.kind === "request" && sent.id.key === key,
    );
    if (asked !== undefined) asked.reply = frame;
  }
}
