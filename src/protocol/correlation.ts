import { type Direction, opposite } from "../wire/direction.js";
import type { Frame } from "../wire/frame.js";

/** A request with what came back for it. */
export interface Exchange {
  readonly request: Frame;
  readonly method: string;
  response?: Frame;
  /** Another request with the same id was open in the same direction, so the pairing is a guess (first in, first out). */
  isAmbiguous: boolean;
}

/** What one frame means for the exchanges of its connection. */
export type Correlated =
  | { readonly kind: "opened"; readonly exchange: Exchange }
  | { readonly kind: "answered"; readonly exchange: Exchange }
  /** A response that no open request of the other direction waits for. */
  | { readonly kind: "stray" }
  /** A notification or a line that is no message. */
  | { readonly kind: "none" };

/**
 * Joins each response to its request by direction and open interval: the same id may be open in both directions at
 * once, and may be used again once it was answered (JSON-RPC 2.0, section 5; docs/protocol/v1/overview.mdx,
 * "Communication Model"). Ids are compared by type and exact value.
 */
export class Correlation {
  readonly #open: Record<Direction, Map<string, Exchange[]>> = { c2a: new Map(), a2c: new Map() };

  observe(frame: Frame): Correlated {
    const { message } = frame;
    if (message.kind === "request") return this.#request(frame, message.id.key, message.method);
    if (message.kind === "response") return this.#response(frame, message.id.key);
    return { kind: "none" };
  }

  /** Requests sent in this direction that have no response yet, oldest first. */
  openRequests(direction: Direction): Exchange[] {
    return [...this.#open[direction].values()]
      .flat()
      .sort((left, right) => left.request.number - right.request.number);
  }

  #request(frame: Frame, key: string, method: string): Correlated {
    const waiting = this.#open[frame.direction].get(key) ?? [];
    const exchange: Exchange = { request: frame, method, isAmbiguous: waiting.length > 0 };
    for (const other of waiting) other.isAmbiguous = true;
    this.#open[frame.direction].set(key, [...waiting, exchange]);
    return { kind: "opened", exchange };
  }

  #response(frame: Frame, key: string): Correlated {
    const requests = this.#open[opposite(frame.direction)];
    const [exchange, ...others] = requests.get(key) ?? [];
    if (exchange === undefined) return { kind: "stray" };
    if (others.length === 0) requests.delete(key);
    else requests.set(key, others);
    exchange.response = frame;
    return { kind: "answered", exchange };
  }
}
