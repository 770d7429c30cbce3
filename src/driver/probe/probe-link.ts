import { Buffer } from "node:buffer";
import type { Socket } from "node:net";
import type { Order } from "./control.js";
import { ProbeExchange } from "./probe-exchange.js";
import { ProbeLine, type ProbeListener } from "./probe-line.js";

const NOTHING = Buffer.alloc(0);

/** The harness's end of the private socket on which one probe agent dials back. */
export class ProbeLink {
  readonly #exchange: ProbeExchange;
  #line: ProbeLine | undefined;
  #waiting: (readonly [Order, Buffer | string])[] = [];

  private constructor(exchange: ProbeExchange) {
    this.#exchange = exchange;
  }

  /** Opens the socket; the first call is the probe agent's. */
  static async open(listener: ProbeListener): Promise<ProbeLink> {
    const link: ProbeLink = new ProbeLink(
      await ProbeExchange.open((socket) => link.#accept(socket, listener)),
    );
    return link;
  }

  /** The command that starts the probe agent: this takes the place of `{agent}`. */
  get argv(): readonly string[] {
    return this.#exchange.argv;
  }

  /** Gives an order; orders given before the probe agent dialled back wait for it. */
  order(kind: Order, payload: Buffer | string = NOTHING): void {
    if (this.#line === undefined) this.#waiting.push([kind, payload]);
    else this.#line.order(kind, payload);
  }

  /** Cuts the line; the probe agent ends with it. */
  close(): void {
    this.#line?.close();
    this.#exchange.close();
  }

  #accept(socket: Socket, listener: ProbeListener): void {
    // One agent per run: a second one would mix two streams.
    if (this.#line !== undefined) {
      socket.destroy();
      return;
    }
    this.#line = new ProbeLine(socket, listener);
    for (const [kind, payload] of this.#waiting) this.#line.order(kind, payload);
    this.#waiting = [];
  }
}
