import { type Buffer, isUtf8 } from "node:buffer";
import { type Direction, opposite } from "../../wire/direction.js";
import { type ExactJson, memberOf, parseExactJson } from "../../wire/exact-json.js";
import { readRequestId } from "../../wire/request-id.js";
import type { MalformedPolicy } from "../oracle/compare.js";
import { type Name, namesIn, textOf } from "./names.js";
import { isSpelledAlike, type OpenRequest, type OpenRequests } from "./open-requests.js";

/** One line that a side has said and that has to arrive at the other, where it is not void. */
export interface Told {
  /** The how-many-th of its direction, blank lines aside. */
  readonly number: number;
  readonly bytes: Buffer;
  readonly exact: ExactJson | undefined;
  readonly names: readonly Name[];
  /** It means nothing here, so a bridge may pass it on, drop it or refuse it. */
  readonly isVoid: boolean;
  /** The request that it is, answers or cancels. */
  readonly asks?: OpenRequest;
  readonly answers?: OpenRequest;
  readonly cancels?: OpenRequest;
}

/**
 * Must it arrive? Not where it is void, nor a cancel whose request has its answer on the way: the two cross, and the bridge
 * may have forgotten the request.
 */
export function isDue({ isVoid, cancels }: Pick<Told, "isVoid" | "cancels">): boolean {
  return !isVoid && cancels?.isAnswered !== true;
}

/** What a line of this direction says when the requests are as they are; it opens or answers one of them. */
export function tell(
  direction: Direction,
  line: { readonly number: number; readonly bytes: Buffer },
  requests: OpenRequests,
  malformed: MalformedPolicy,
): Told {
  const exact = readExact(line.bytes);
  const base = { ...line, exact, names: exact === undefined ? [] : namesIn(exact) };
  const mayBeBroken = malformed !== "forward";
  if (exact?.type !== "object") return { ...base, isVoid: mayBeBroken };
  const id = memberOf(exact, "id");
  const method = textOf(memberOf(exact, "method"));
  if (method === undefined) return answer(direction, base, id, requests, mayBeBroken);
  if (id !== undefined) {
    const asks = requests.open(direction, id, readRequestId(id).type === "other");
    return { ...base, asks, isVoid: asks.isVoid };
  }
  if (method !== "$/cancel_request") return { ...base, isVoid: false };
  const cancelled = base.names.find(({ kind }) => kind === "ours")?.value;
  // Only a request that is open and has arrived can be cancelled under a name that both sides know.
  const cancels =
    cancelled &&
    requests
      .fromAsker(direction, cancelled)
      .find(({ asker, isVoid }) => !isVoid && isSpelledAlike(asker, cancelled));
  return cancels === undefined ? { ...base, isVoid: true } : { ...base, cancels, isVoid: false };
}

/** The line as an exact JSON value; undefined where it is none. */
export function readExact(bytes: Buffer): ExactJson | undefined {
  return isUtf8(bytes) ? parseExactJson(bytes.toString("utf8")) : undefined;
}

function answer(
  direction: Direction,
  base: Omit<Told, "isVoid">,
  id: ExactJson | undefined,
  requests: OpenRequests,
  mayBeBroken: boolean,
): Told {
  const { exact } = base;
  const has = (key: string): boolean => exact !== undefined && memberOf(exact, key) !== undefined;
  if (id === undefined || has("result") === has("error")) return { ...base, isVoid: mayBeBroken };
  const answers = requests.answeredBy(direction, id);
  if (answers === undefined) return { ...base, isVoid: true };
  requests.answer(answers);
  return { ...base, answers, isVoid: false };
}

/** The request that a response of this direction means, under the id that its asker gave it. */
export function meantBy(
  direction: Direction,
  response: ExactJson,
  requests: OpenRequests,
): readonly OpenRequest[] {
  const id = memberOf(response, "id");
  if (id === undefined || memberOf(response, "method") !== undefined) return [];
  return requests.fromAsker(opposite(direction), id).filter(({ isAnswered }) => !isAnswered);
}
