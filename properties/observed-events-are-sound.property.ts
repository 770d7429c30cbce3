import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { EpochStore } from "../src/observer/epoch/epoch-store.js";
import type { EventObserver } from "../src/observer/event/event-observer.js";
import { sessions } from "../test/mapping/differential/cases.js";
import { endedTwice, unsound } from "../test/observer/event/soundness.js";
import { KeptEvents, observerInto, show } from "../test/observer/kept-events.js";
import { holds } from "./holds.js";

const isCampaign = process.env["ACP_ASSAY_CAMPAIGN"] === "1";

const observed = fc.record({
  session: sessions,
  end: fc.nat(),
  gaps: fc.array(fc.nat({ max: 40 }), { maxLength: 3 }),
});

holds(
  "wherever a session is cut, its events are valid, numbered without gaps, and what began has one end",
  observed,
  async ({ session, end, gaps }) => {
    const kept = new KeptEvents();
    const observer = observerInto(kept, { mapping: session.options });
    for (const [at, { direction, line }] of session.frames.slice(0, 1 + (end % 40)).entries()) {
      if (gaps.includes(at)) observer.gap({ direction, micros: at, lines: 1, bytes: 2 });
      show(observer, direction, line, at);
    }
    await observer.close();
    return agree(unsound([kept.events]));
  },
  { runs: isCampaign ? 10_000 : 80 },
);

const together = fc.record({
  tees: fc.array(observed, { minLength: 2, maxLength: 4 }),
  /** Whose turn it is; a tee that has nothing left to say leaves its turn to the next. */
  turns: fc.infiniteStream(fc.nat({ max: 3 })),
  isKept: fc.boolean(),
});

holds(
  "tees on the same sessions, one after the other or at once, share no epoch, no run and no end of a session",
  together,
  async ({ tees, turns, isKept }) => {
    const folder = isKept ? mkdtempSync(join(tmpdir(), "acp-assay-epochs-")) : "/proc/none";
    try {
      const store = new EpochStore(folder);
      const kept = tees.map(() => new KeptEvents());
      const observers = tees.map(({ session }, at) =>
        observerInto(kept[at] ?? new KeptEvents(), { mapping: session.options, store }),
      );
      await sayAll(tees, observers, turns);
      const told = kept.map(({ events }) => events);
      // Without a state directory nobody can know of an end that another process saw, nor of its epochs.
      return agree(
        isKept ? [...unsound(told), ...endedTwice(told)] : told.flatMap((each) => unsound([each])),
      );
    } finally {
      if (isKept) rmSync(folder, { recursive: true });
    }
  },
  { runs: isCampaign ? 3_000 : 25 },
);

type Observed = typeof observed extends fc.Arbitrary<infer Value> ? Value : never;

/** Each tee ends when it has said what it has to say, at the latest behind its cut. */
async function sayAll(
  tees: readonly Observed[],
  observers: readonly EventObserver[],
  turns: Iterable<number>,
): Promise<void> {
  const rest = tees.map(({ session, end }) => session.frames.slice(0, 1 + (end % 40)));
  let open = rest.length;
  for (const turn of turns) {
    if (open === 0) return;
    const at = rest.findIndex((frames, place) => place >= turn % rest.length && frames.length > 0);
    const own = at === -1 ? rest.findIndex((frames) => frames.length > 0) : at;
    const frame = rest[own]?.shift();
    const observer = observers[own];
    if (frame === undefined || observer === undefined) return;
    show(observer, frame.direction, frame.line);
    if (rest[own]?.length !== 0) continue;
    open -= 1;
    await observer.close();
  }
}

function agree(faults: readonly string[]): boolean {
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return true;
}
