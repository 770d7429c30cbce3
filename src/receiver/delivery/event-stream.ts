import type { Buffer } from "node:buffer";
import type { ServerResponse } from "node:http";
import type { CaptureLevel, Position } from "../event/event.js";
import { encodedSession } from "../event/event-id.js";
import type { Outgoing } from "./outgoing.js";
import type { Sink } from "./sink.js";

/** A stream of server-sent events over an HTTP response. */
export class EventStream implements Sink {
  readonly kind = "stream";
  readonly #response: ServerResponse;
  #draining: Promise<void> | undefined;

  /** Begins the response. */
  constructor(response: ServerResponse, headers: Readonly<Record<string, string>>) {
    this.#response = response;
    // A reader that is gone is told by the close event.
    response.on("error", () => response.destroy());
    response.writeHead(200, {
      ...headers,
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    response.flushHeaders();
  }

  backlogBytes(): number {
    return this.#response.writableLength;
  }

  send(event: Outgoing, ceiling: CaptureLevel): void {
    this.#write(event.message(ceiling));
  }

  /** Sends a message that is no event of a session. */
  message(type: string, data: object): void {
    this.#write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  replayComplete(): void {
    this.#comment("replay-complete");
  }

  replayExhausted({ session, epoch, seq }: Position): void {
    this.#comment(`replay-exhausted ${encodedSession(session)} ${epoch}:${seq}`);
  }

  ping(): void {
    this.#comment("ping");
  }

  async drained(): Promise<void> {
    const { destroyed, writableNeedDrain } = this.#response;
    if (destroyed || !writableNeedDrain) return;
    this.#draining ??= this.#drain();
    await this.#draining;
  }

  tooSlow(): void {
    this.#response.destroy();
  }

  shutDown(): void {
    this.#comment("shutting-down");
    this.end();
  }

  end(): void {
    this.#response.end();
  }

  async #drain(): Promise<void> {
    await new Promise<void>((resolve) => {
      const settle = (): void => {
        this.#response.off("drain", settle).off("close", settle);
        resolve();
      };
      this.#response.on("drain", settle).on("close", settle);
    });
    this.#draining = undefined;
  }

  #comment(words: string): void {
    this.#write(`: ${words}\n\n`);
  }

  #write(text: string | Buffer): void {
    if (!this.#response.writableEnded && !this.#response.destroyed) this.#response.write(text);
  }
}
