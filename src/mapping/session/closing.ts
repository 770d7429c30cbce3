import { sessionEnded } from "../moment/map-moment.js";
import type { MappedEvent } from "../moment/moment.js";
import { dismissed } from "../moment/permission.js";
import type { Emission } from "./emission.js";
import type { Attention, Run, Session } from "./memory/records.js";

/** Ends a run, once. */
export function endRun(out: Emission, run: Run, event: MappedEvent): void {
  if (!run.isOpen) return;
  run.isOpen = false;
  remove(run.session.runs, run);
  out.emit(event, { session: run.session, run: run.name, cause: run.key });
}

/** Resolves a permission request, once; `answer` is the key of `attention.answered` where there is one. */
export function resolve(out: Emission, attention: Attention, event: MappedEvent, answer?: string): void {
  if (!attention.isOpen) return;
  attention.isOpen = false;
  remove(attention.session.attentions, attention);
  const { session, run, key } = attention;
  out.emit(event, { session, run, cause: answer ?? key, subject: key });
}

/** Nobody will answer what this session's agent asked. */
export function dismissSession(out: Emission, session: Session): void {
  for (const attention of [...session.attentions]) resolve(out, attention, dismissed(out.posture));
}

/** Nobody will see how this session's runs end. */
export function failRuns(out: Emission, session: Session, reason: string): void {
  for (const run of [...session.runs]) endRun(out, run, out.posture.event("run.failed", { reason }));
}

/** A session is closed, which acts as a cancellation of what it does (docs/protocol/v1/session-setup.mdx, "Closing"). */
export function closeSession(out: Emission, session: Session): void {
  dismissSession(out, session);
  for (const run of [...session.runs]) endRun(out, run, out.posture.event("run.cancelled", { by: "user" }));
}

/** The end of a session, the first time. */
export function endSession(out: Emission, session: Session): void {
  session.hasEnded = true;
  out.emit(sessionEnded(out.posture), { session, cause: session.started });
}

function remove<Item>(items: Item[], item: Item): void {
  const place = items.indexOf(item);
  if (place !== -1) items.splice(place, 1);
}
