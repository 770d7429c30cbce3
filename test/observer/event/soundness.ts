import type { AepEvent } from "../../../src/observer/event/event.js";
import { faultsOfEnvelope } from "../../mapping/event-schema.js";

const RUN_END = /^run\.(finished|failed|cancelled)$/;

/**
 * What is wrong with the events that several processes told of their sessions, each list in its order: against the
 * schema, or against the rules of AEP that no schema can say.
 */
export function unsound(processes: readonly (readonly AepEvent[])[]): readonly string[] {
  const all = processes.flat();
  return [
    ...all.flatMap((event) => faultsOfEnvelope({ ...event })),
    ...twice(
      "id",
      all.map(({ id }) => id),
    ),
    ...twice(
      "place",
      all.map(({ session, epoch, seq }) => JSON.stringify([session, epoch, seq])),
    ),
    ...twice("run", runsOf(all.filter(({ type }) => type === "run.started"))),
    ...twice("end of a run", runsOf(all.filter(({ type }) => RUN_END.test(type)))),
    ...processes.flatMap(unsoundProcess),
  ];
}

/** Sessions that were told to end more than once. */
export function endedTwice(processes: readonly (readonly AepEvent[])[]): readonly string[] {
  const ends = processes.flat().filter(({ type }) => type === "session.ended");
  return twice(
    "end of session",
    ends.map(({ session }) => session),
  );
}

function runsOf(events: readonly AepEvent[]): readonly string[] {
  return events.map(({ source, session, run }) => JSON.stringify([source, session, run]));
}

function twice(what: string, items: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return items.filter((item) => seen.size === seen.add(item).size).map((item) => `${what} twice: ${item}`);
}

/** One process by itself, which has closed all that it opened. */
function unsoundProcess(events: readonly AepEvent[]): readonly string[] {
  const faults: string[] = [];
  const next = new Map<string, number>();
  const known = new Set<string>();
  const runs = new Set<string>();
  const attentions = new Map<string, string>();
  for (const event of events) {
    const { id, type, session, epoch, seq, cause, run, subject } = event;
    const series = JSON.stringify([session, epoch]);
    const complain = (words: string): unknown => faults.push(`${words}: ${JSON.stringify(event)}`);
    if (seq !== (next.get(series) ?? 0)) complain("a gap");
    next.set(series, seq + 1);
    if (cause !== undefined && !known.has(cause)) complain("follows from nothing");
    known.add(id);
    if (type === "run.started") runs.add(`${session} ${run}`);
    if (RUN_END.test(type) && !runs.delete(`${session} ${run}`)) complain("no such run is open");
    if (type === "attention.requested") attentions.set(id, session);
    if (type === "attention.answered" && !attentions.has(subject ?? "")) complain("nobody asked");
    if (type === "attention.resolved" && !attentions.delete(subject ?? "")) complain("nobody asked");
    if (type === "session.ended" && [...attentions.values()].includes(session)) complain("unresolved");
  }
  for (const run of runs) faults.push(`never ends: ${run}`);
  for (const attention of attentions.keys()) faults.push(`never resolved: ${attention}`);
  return faults;
}
