import fc from "fast-check";
import type { AepEvent } from "../src/observer/event/event.js";
import { sessions } from "../test/mapping/differential/cases.js";
import { faultsOfEnvelope } from "../test/mapping/event-schema.js";
import { KeptEvents, observerInto, show } from "../test/observer/kept-events.js";
import { holds } from "./holds.js";

const isCampaign = process.env["ACP_ASSAY_CAMPAIGN"] === "1";

const observed = fc.record({
  session: sessions,
  end: fc.nat(),
  gaps: fc.array(fc.nat({ max: 40 }), { maxLength: 3 }),
});

holds(
  "every event is valid, numbered without gaps in its session, and follows from one before it, wherever the session is cut",
  observed,
  async ({ session, end, gaps }) => {
    const kept = new KeptEvents();
    const observer = observerInto(kept, { mapping: session.options });
    for (const [at, { direction, line }] of session.frames.slice(0, 1 + (end % 40)).entries()) {
      if (gaps.includes(at)) observer.gap({ direction, micros: at, lines: 1, bytes: 2 });
      show(observer, direction, line, at);
    }
    await observer.close();
    return isSound(kept.events);
  },
  { runs: isCampaign ? 10_000 : 80 },
);

function isSound(events: readonly AepEvent[]): boolean {
  const ids = new Map(events.map(({ id }, place) => [id, place]));
  const next = new Map<string, number>();
  const hasEnded = new Set<string>();
  return (
    ids.size === events.length &&
    events.every((event, place) => {
      const seq = next.get(event.session) ?? 0;
      next.set(event.session, seq + 1);
      const isFirstEnd = event.type !== "session.ended" || !hasEnded.has(event.session);
      if (event.type === "session.ended") hasEnded.add(event.session);
      const follows = event.cause === undefined || (ids.get(event.cause) ?? place) < place;
      return event.seq === seq && follows && isFirstEnd && faultsOfEnvelope({ ...event }).length === 0;
    })
  );
}
