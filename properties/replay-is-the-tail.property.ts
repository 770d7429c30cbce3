import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { EventText } from "../src/receiver/event/event.js";
import { DEFAULT_LIMITS } from "../src/receiver/limits.js";
import { ReplayBuffer } from "../src/receiver/replay/replay-buffer.js";
import { holds } from "./holds.js";

/** One event: few sessions, epochs and seqs, so that they come late, come again and share positions. */
interface Sent {
  readonly session: string;
  readonly epoch: number;
  readonly seq: number;
}

const sent: fc.Arbitrary<Sent> = fc
  .tuple(fc.constantFrom("a", "b", "c"), fc.nat({ max: 1 }), fc.nat({ max: 6 }))
  .map(([session, epoch, seq]) => ({ session, epoch, seq }));
const history = fc.tuple(fc.uniqueArray(sent, { selector: nameOf, maxLength: 30 }), fc.nat(), fc.nat());

function nameOf({ session, epoch, seq }: Sent): string {
  return `${session}:${epoch}:${seq}`;
}

function textOf(one: Sent): EventText {
  const id = nameOf(one);
  const event = { aep: "0.1", id, type: "run.started", time: "", source: "s", agent: "a", ...one } as const;
  return { event, json: id };
}

holds(
  "a reader that comes back behind any event is sent exactly what came after it",
  history,
  ([events, cut]) => {
    const buffer = new ReplayBuffer(DEFAULT_LIMITS);
    for (const one of events) buffer.add(textOf(one), one.session);
    const seen = events.slice(0, events.length === 0 ? 0 : 1 + (cut % events.length));
    const last = seen.at(-1);
    if (last === undefined) return buffer.replay({ kind: "all" }).events.length === 0;

    const { events: tail, exhausted } = buffer.replay({ kind: "last-seen", position: last });

    const names = [...seen.map(nameOf), ...tail.map(({ json }) => json)];
    return isDeepStrictEqual(names, events.map(nameOf)) && exhausted.length === 0;
  },
);

holds(
  "with little room a reader that comes back is sent all that is kept of what it missed, and told if some is gone",
  history,
  ([events, cut, room]) => {
    const limits = { ...DEFAULT_LIMITS, bufferEvents: 1 + (room % 4), sessions: 1 + (room % 3) };
    const buffer = new ReplayBuffer(limits);
    for (const one of events) buffer.add(textOf(one), one.session);
    const seen = events.slice(0, cut % (events.length + 1));
    const last = seen.at(-1);
    if (last === undefined) return true;

    const { events: tail, exhausted } = buffer.replay({ kind: "last-seen", position: last });

    const missed = events.slice(seen.length).map(nameOf);
    const names = new Set(tail.map(({ json }) => json));
    const kept = new Set(buffer.replay({ kind: "all" }).events.map(({ json }) => json));
    const isAllKept = missed.every((name) => !kept.has(name) || names.has(name));
    const isGapTold = missed.every((name) => kept.has(name)) || exhausted.length > 0;
    const sizes = ["a", "b", "c"].map((one) => [...kept].filter((name) => name.startsWith(one)).length);
    const isBounded =
      sizes.every((size) => size <= limits.bufferEvents) &&
      sizes.filter((size) => size > 0).length <= limits.sessions;
    return isAllKept && isGapTold && isBounded;
  },
);
