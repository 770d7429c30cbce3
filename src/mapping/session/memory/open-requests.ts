import { type Direction, opposite } from "../../../wire/direction.js";
import type { Attention, Run } from "./records.js";

/** A request that waits for its response. */
export interface OpenRequest {
  readonly number: number;
  readonly direction: Direction;
  readonly idKey: string;
  /** The method, where the table gives its response a meaning in this direction. */
  readonly method: string | undefined;
  readonly session: string | undefined;
  readonly run: Run | undefined;
  readonly attention: Attention | undefined;
}

/** Requests without a response, found by direction and id, oldest first; every operation takes constant time. */
export class OpenRequests {
  /** In the order of their arrival, by number. */
  readonly #all = new Map<number, OpenRequest>();
  readonly #byId: Record<Direction, Map<string, OpenRequest[]>> = { c2a: new Map(), a2c: new Map() };
  #count = 0;

  get size(): number {
    return this.#all.size;
  }

  add(request: Omit<OpenRequest, "number">): void {
    this.#count += 1;
    const numbered = { ...request, number: this.#count };
    this.#all.set(numbered.number, numbered);
    const sameId = this.#byId[request.direction].get(request.idKey);
    if (sameId === undefined) this.#byId[request.direction].set(request.idKey, [numbered]);
    else sameId.push(numbered);
  }

  /** Takes out the request that a response in this direction answers. */
  answeredBy(direction: Direction, idKey: string): OpenRequest | undefined {
    const [request] = this.#byId[opposite(direction)].get(idKey) ?? [];
    if (request !== undefined) this.#remove(request);
    return request;
  }

  /** Takes out the oldest request. */
  takeOldest(): OpenRequest | undefined {
    const [request] = this.#all.values();
    if (request !== undefined) this.#remove(request);
    return request;
  }

  clear(): void {
    this.#all.clear();
    this.#byId.c2a.clear();
    this.#byId.a2c.clear();
  }

  /** It is the oldest of its id, because both ways out take the oldest. */
  #remove({ number, direction, idKey }: OpenRequest): void {
    this.#all.delete(number);
    const sameId = this.#byId[direction].get(idKey);
    sameId?.shift();
    if (sameId?.length === 0) this.#byId[direction].delete(idKey);
  }
}
