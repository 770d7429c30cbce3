import fc from "fast-check";
import { endConnection, initialState, mapSession, type SessionEvent } from "../src/mapping/mapping.js";
import type { Case } from "../test/mapping/differential/case.js";
import { sessions } from "../test/mapping/differential/cases.js";
import { faultsOf } from "../test/mapping/event-schema.js";
import { holds } from "./holds.js";

type Session = Extract<Case, { frames: unknown }>;

const isCampaign = process.env["ACP_ASSAY_CAMPAIGN"] === "1";
const trial = { runs: isCampaign ? 10_000 : 80 };

/** A session that was cut at any frame, and then the end of the connection. */
const cut = fc
  .tuple(sessions, fc.nat())
  .map(([session, place]) => ({ ...session, frames: session.frames.slice(0, 1 + (place % 40)) }));

function eventsOf({ frames, options, limits }: Session): readonly SessionEvent[] {
  const state = initialState(limits);
  const mapped = frames.flatMap(
    ({ direction, line }) => mapSession(state, { direction, message: JSON.parse(line) }, options)[1],
  );
  return [...mapped, ...endConnection(state, options)[1]];
}

const isRunEnd = ({ type }: SessionEvent): boolean => /^run\.(finished|failed|cancelled)$/.test(type);

holds(
  "every run has one beginning and then one end",
  cut,
  (session) => {
    const events = eventsOf(session);
    const runs = events.filter(({ type }) => type === "run.started").map(({ run }) => run);
    const ends = events.filter(isRunEnd).map(({ run }) => run);
    const isInOrder = events.filter(isRunEnd).every(({ run, cause, key }) => {
      const started = events.find((event) => event.type === "run.started" && event.run === run);
      return started !== undefined && started.key === cause && Number(started.key) < Number(key);
    });
    return new Set(runs).size === runs.length && sameItems(runs, ends) && isInOrder;
  },
  trial,
);

holds(
  "every permission request is resolved once, after its answer and before its session ends",
  cut,
  (session) => {
    const events = eventsOf(session);
    const requested = events.filter(({ type }) => type === "attention.requested");
    const resolved = events.filter(({ type }) => type === "attention.resolved");
    const answered = events.filter(({ type }) => type === "attention.answered").map(({ subject }) => subject);
    const isClosed = events.every((event, place) => {
      if (event.type !== "session.ended") return true;
      const before = events.slice(0, place).filter((other) => other.session === event.session);
      const count = (type: string): number => before.filter((other) => other.type === type).length;
      return count("attention.requested") === count("attention.resolved");
    });
    const keys = requested.map(({ key }) => key);
    return (
      isClosed &&
      sameItems(
        keys,
        resolved.map(({ subject }) => subject),
      ) &&
      new Set(answered).size === answered.length &&
      resolved.every((event) => isAfterAnswer(event, events))
    );
  },
  trial,
);

function isAfterAnswer(resolved: SessionEvent, events: readonly SessionEvent[]): boolean {
  const answer = events.find(
    ({ type, subject }) => type === "attention.answered" && subject === resolved.subject,
  );
  if (answer === undefined) return resolved.data["resolution"] !== "answered";
  return Number(answer.key) < Number(resolved.key) && resolved.cause === answer.key;
}

holds(
  "no session ends twice, unless it was forgotten in between",
  cut.map((session) => ({ ...session, limits: {} })),
  (session) => {
    const ended = eventsOf(session).filter(({ type }) => type === "session.ended");
    return new Set(ended.map((event) => event.session)).size === ended.length;
  },
  trial,
);

holds(
  "keys rise by one, and a cause is an earlier event of the same session",
  cut,
  (session) => {
    const events = eventsOf(session);
    const sessionOf = new Map(events.map((event) => [event.key, event.session]));
    return events.every(({ key, cause, session: id }, place) => {
      const isBefore = cause === undefined || (Number(cause) < Number(key) && sessionOf.get(cause) === id);
      return key === String(place + 1) && isBefore;
    });
  },
  trial,
);

holds(
  "an event is only ever of a session that is named on the wire",
  cut,
  (session) => {
    const texts = session.frames.map(({ line }) => JSON.stringify(JSON.parse(line)));
    return eventsOf(session).every((event) =>
      texts.some((text) => text.includes(`"sessionId":${JSON.stringify(event.session)}`)),
    );
  },
  trial,
);

holds(
  "every event is valid by schema/aep and shows nothing above its level",
  cut,
  (session) => {
    const faults = eventsOf(session).flatMap(faultsOf);
    if (faults.length > 0) throw new Error(faults.join("\n"));
    return true;
  },
  trial,
);

function sameItems(left: readonly unknown[], right: readonly unknown[]): boolean {
  const items = new Set(right);
  return left.length === right.length && items.size === right.length && left.every((item) => items.has(item));
}
