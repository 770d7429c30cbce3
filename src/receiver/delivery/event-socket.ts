import type { WebSocket } from "ws";
import type { CaptureLevel, Position } from "../event/event.js";
import type { Outgoing } from "./outgoing.js";
import type { Sink } from "./sink.js";

const GOING_AWAY = 1001;
const TRY_AGAIN_LATER = 1013;
/** How long a reader that is too slow has to read the closing frame. */
const CLOSING_MS = 1_000;

/** A WebSocket, one text frame an event. */
export class EventSocket implements Sink {
  readonly kind = "socket";
  readonly #socket: WebSocket;
  #draining: Promise<void> | undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  backlogBytes(): number {
    return this.#socket.bufferedAmount;
  }

  send(event: Outgoing, ceiling: CaptureLevel): void {
    this.#socket.send(event.json(ceiling), noFault);
  }

  replayComplete(): void {
    this.say({ type: "replay-complete" });
  }

  replayExhausted(first: Position): void {
    this.say({ type: "replay-exhausted", ...first });
  }

  /** Sends a frame that is no event. */
  say(frame: { readonly type: string; readonly [key: string]: unknown }): void {
    this.#socket.send(JSON.stringify(frame), noFault);
  }

  ping(): void {
    this.say({ type: "ping" });
    this.#socket.ping(noFault);
  }

  async drained(): Promise<void> {
    this.#draining ??= this.#drain();
    await this.#draining;
  }

  tooSlow(): void {
    this.say({ type: "closing", reason: "too slow" });
    this.#socket.close(TRY_AGAIN_LATER, "too slow");
    setTimeout(() => this.#socket.terminate(), CLOSING_MS).unref();
  }

  shutDown(): void {
    this.#socket.close(GOING_AWAY, "shutting-down");
  }

  end(): void {
    // A socket may emit, or subscribe again.
  }

  async #drain(): Promise<void> {
    // The callback comes when the frame is written, or with an error when it never will be.
    await new Promise<void>((resolve) => this.#socket.ping(undefined, undefined, () => resolve()));
    this.#draining = undefined;
  }
}

/** A socket that is closed already tells so by its close event. */
const noFault = (): undefined => undefined;
