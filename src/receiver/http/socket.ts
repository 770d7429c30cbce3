import type { IncomingMessage } from "node:http";
import type { RawData, WebSocket } from "ws";
import { EventSocket } from "../delivery/event-socket.js";
import type { Subscriber } from "../delivery/subscriber.js";
import { checkStructure, isCommand } from "../event/structure.js";
import { discovery, VERSIONS } from "./discovery.js";
import type { Parts } from "./parts.js";
import { readSubscription } from "./subscription.js";

/** Stands in front of a request's path, so that it can be read as an address. */
const BASE = "http://localhost";
const PROTOCOL_ERROR = 1002;
const UNSUPPORTED_DATA = 1003;
/** How long a socket may be silent before it says hello. */
const HELLO_MS = 10_000;

/** One `/socket` connection: hello first, then events, subscriptions and pings as text frames of JSON. */
export class SocketConnection {
  readonly #socket: WebSocket;
  readonly #sink: EventSocket;
  readonly #parts: Parts;
  readonly #name: string;
  #hasSaidHello = false;
  #isAlive = true;
  #received = 0;
  #subscriber: Subscriber | undefined;

  constructor(socket: WebSocket, parts: Parts) {
    this.#socket = socket;
    this.#sink = new EventSocket(socket);
    this.#parts = parts;
    this.#name = parts.roster.name("socket");
    parts.roster.add(this.#name, {
      facts: () => ({
        kind: "socket",
        received: this.#received,
        sent: this.#subscriber?.sent ?? 0,
        dropped: this.#subscriber?.dropped ?? 0,
        backlog_bytes: this.#sink.backlogBytes(),
        subscribed: this.#subscriber !== undefined,
      }),
      ping: () => this.#ping(),
      shutDown: () => this.#sink.shutDown(),
    });
    const silent = setTimeout(() => this.#refuse("hello-required", PROTOCOL_ERROR), HELLO_MS);
    socket.once("message", () => clearTimeout(silent));
    socket.on("message", (data, isBinary) => this.#take(data, isBinary));
    socket.on("pong", () => {
      this.#isAlive = true;
    });
    // A frame that breaks the WebSocket protocol: ws has closed the socket with the code for it.
    socket.on("error", () => socket.terminate());
    socket.on("close", () => {
      clearTimeout(silent);
      this.#unsubscribe();
      parts.roster.remove(this.#name);
    });
  }

  #take(data: RawData, isBinary: boolean): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (isBinary) {
      this.#refuse("binary-unsupported", UNSUPPORTED_DATA);
      return;
    }
    const text = String(data);
    const frame = parsed(text);
    if (!this.#hasSaidHello) this.#hello(frame);
    else if (frame === undefined) this.#error("bad-json");
    else this.#handle(frame, text);
  }

  #hello(frame: unknown): void {
    const { type, aep } = fieldsOf(frame);
    const isSpoken = [aep].flat().some((version) => VERSIONS.some((own) => own === version));
    if (type !== "hello") this.#refuse("hello-required", PROTOCOL_ERROR);
    else if (!isSpoken) this.#refuse("version-unsupported", PROTOCOL_ERROR, { versions: VERSIONS });
    else {
      this.#hasSaidHello = true;
      this.#sink.say({ type: "hello", ...discovery(this.#parts.limits) });
    }
  }

  #handle(frame: unknown, text: string): void {
    const fields = fieldsOf(frame);
    switch (fields.type) {
      case "ping":
        this.#sink.say({ type: "pong" });
        break;
      case "pong":
      case "hello":
        break;
      case "subscribe":
        this.#subscribe(fields);
        break;
      case "unsubscribe":
        this.#unsubscribe();
        break;
      default:
        this.#event(frame, text);
    }
  }

  #event(frame: unknown, text: string): void {
    const { id: cause = null } = fieldsOf(frame);
    const checked = checkStructure(frame);
    if ("fault" in checked) this.#error("invalid-event", { cause, detail: checked.fault });
    else if (isCommand(checked.event) && !this.#parts.access.hasToken) this.#error("unauthorized", { cause });
    else {
      this.#received += 1;
      const json = /[\r\n]/.test(text) ? JSON.stringify(frame) : text;
      this.#parts.hub.ingest([{ event: checked.event, json }]);
    }
  }

  #subscribe({ filter, capture, from, live }: Fields): void {
    const subscription = readSubscription({ filter, capture, from, live }, this.#parts.limits.sessions);
    if (typeof subscription === "string") {
      this.#error("bad-subscribe", { detail: subscription });
      return;
    }
    this.#unsubscribe();
    this.#subscriber = this.#parts.hub.subscribe(this.#sink, subscription);
  }

  #unsubscribe(): void {
    if (this.#subscriber !== undefined) this.#parts.hub.unsubscribe(this.#subscriber);
    this.#subscriber = undefined;
  }

  #ping(): void {
    if (!this.#isAlive) {
      this.#socket.terminate();
      return;
    }
    this.#isAlive = false;
    this.#sink.ping();
  }

  #error(error: string, more: object = {}): void {
    this.#sink.say({ type: "error", error, ...more });
  }

  #refuse(error: string, code: number, more: object = {}): void {
    this.#error(error, more);
    this.#socket.close(code, error);
  }
}

/** Why an upgrade is refused, as an HTTP status; undefined where it is not. */
export function upgradeRefusal(
  { url = "", headers }: IncomingMessage,
  { access, stopping }: Parts,
): number | undefined {
  const { pathname, searchParams } = URL.canParse(url, BASE) ? new URL(url, BASE) : new URL(BASE);
  if (!access.isOwnHost(headers.host) || !access.isOwnOrigin(headers.origin)) return 403;
  if (pathname !== "/socket") return 404;
  if (!access.isAuthorised(headers.authorization, searchParams.get("access_token") ?? undefined)) return 401;
  return stopping.aborted ? 503 : undefined;
}

/** The fields of a frame that we look at; none where it is no object. */
interface Fields {
  readonly type?: unknown;
  readonly aep?: unknown;
  readonly id?: unknown;
  readonly filter?: unknown;
  readonly capture?: unknown;
  readonly from?: unknown;
  readonly live?: unknown;
}

function fieldsOf(frame: unknown): Fields {
  return typeof frame === "object" && frame !== null ? frame : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
