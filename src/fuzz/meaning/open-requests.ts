import { type Direction, opposite } from "../../wire/direction.js";
import type { ExactJson } from "../../wire/exact-json.js";
import { readRequestId } from "../../wire/request-id.js";

/** A request that has no answer yet, under the id of who asks and, once it has arrived, of who is asked. */
export interface OpenRequest {
  readonly direction: Direction;
  readonly asker: ExactJson;
  asked: ExactJson | undefined;
  /** Its answer has been said, and is on its way. */
  isAnswered: boolean;
  /** Nothing obliges a bridge to pass it on. */
  readonly isVoid: boolean;
}

/** The requests of one connection that are open. */
export class OpenRequests {
  readonly #byAsker: Record<Direction, Map<string, OpenRequest[]>> = { c2a: new Map(), a2c: new Map() };
  readonly #byAsked: Record<Direction, Map<string, OpenRequest[]>> = { c2a: new Map(), a2c: new Map() };

  /** Opens a request; `isVoid` besides where its side has one open under this id. */
  open(direction: Direction, asker: ExactJson, isVoid: boolean): OpenRequest {
    const isReused = this.fromAsker(direction, asker).length > 0;
    const request = { direction, asker, asked: undefined, isAnswered: false, isVoid: isVoid || isReused };
    add(this.#byAsker[direction], asker, request);
    return request;
  }

  /** It has arrived, under this id. */
  deliver(request: OpenRequest, asked: ExactJson): void {
    request.asked = asked;
    add(this.#byAsked[request.direction], asked, request);
  }

  /** The oldest request that a response under this id answers, where the response travels in `direction`. */
  answeredBy(direction: Direction, id: ExactJson): OpenRequest | undefined {
    return this.fromAsked(opposite(direction), id)[0];
  }

  /** Its answer has been said. */
  answer(request: OpenRequest): void {
    request.isAnswered = true;
    if (request.asked !== undefined) take(this.#byAsked[request.direction], request.asked, request);
  }

  /** Its answer has arrived. */
  close(request: OpenRequest): void {
    take(this.#byAsker[request.direction], request.asker, request);
  }

  /** Those that were asked under this id and whose answer has not arrived, the oldest first. */
  fromAsker(direction: Direction, id: ExactJson): readonly OpenRequest[] {
    return this.#byAsker[direction].get(keyOf(id)) ?? [];
  }

  /** Those that arrived under this id and whose answer has not been said, the oldest first. */
  fromAsked(direction: Direction, id: ExactJson): readonly OpenRequest[] {
    return this.#byAsked[direction].get(keyOf(id)) ?? [];
  }
}

/** Equal for ids of the same type and value. */
export function isSameId(one: ExactJson, other: ExactJson): boolean {
  return keyOf(one) === keyOf(other);
}

/** Spelled alike besides: no rule makes 1 and 1.0 one id, so a bridge may compare the text or the value. */
export function isSpelledAlike(one: ExactJson, other: ExactJson): boolean {
  return isSameId(one, other) && readRequestId(one).raw === readRequestId(other).raw;
}

function keyOf(id: ExactJson): string {
  return readRequestId(id).key;
}

function add(requests: Map<string, OpenRequest[]>, id: ExactJson, request: OpenRequest): void {
  const known = requests.get(keyOf(id));
  if (known === undefined) requests.set(keyOf(id), [request]);
  else known.push(request);
}

function take(requests: Map<string, OpenRequest[]>, id: ExactJson, request: OpenRequest): void {
  const left = (requests.get(keyOf(id)) ?? []).filter((one) => one !== request);
  if (left.length === 0) requests.delete(keyOf(id));
  else requests.set(keyOf(id), left);
}
