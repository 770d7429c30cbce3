import { existsSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { AepEvent } from "../../src/observer/event/event.js";

const DEADLINE_MS = 20_000;

/** The events in a file of JSON lines; none where it is not there. */
export function eventsIn(file: string): AepEvent[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return lines.map((line): AepEvent => JSON.parse(line));
}

/** Waits until this holds of the events, which `read` gives as they are by now. */
export async function eventually(
  read: () => readonly AepEvent[],
  isTrue: (events: readonly AepEvent[]) => boolean,
): Promise<readonly AepEvent[]> {
  const deadline = performance.now() + DEADLINE_MS;
  for (;;) {
    const events = read();
    if (isTrue(events)) return events;
    if (performance.now() > deadline)
      throw new Error(`Not so in time: ${events.map(({ type }) => type).join(" ")}`);
    await delay(10);
  }
}

/** What events say, without what two observers of one session cannot have in common: ids, epochs and times. */
export function told(events: readonly AepEvent[]): readonly object[] {
  const places = new Map(events.map(({ id }, place) => [id, `#${place}`]));
  return events.map(({ id: _, time: __, epoch: ___, ...event }) => ({
    ...event,
    ...(event.cause !== undefined && { cause: places.get(event.cause) ?? event.cause }),
    ...(event.subject !== undefined && { subject: places.get(event.subject) ?? event.subject }),
    ...(event.run !== undefined && { run: event.run.replace(/^e\w+\./, "") }),
  }));
}

/** One event in a line of text, for people. */
export function lineOf({ seq, type, severity, run = "", subject, data }: AepEvent): string {
  const about = subject?.startsWith("call-") ? ` ${subject}` : "";
  return `${String(seq).padStart(2)} ${severity.padEnd(6)} ${run.padEnd(5)} ${type}${about} ${JSON.stringify(data)}`;
}
