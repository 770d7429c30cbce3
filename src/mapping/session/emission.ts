import type { MappedEvent } from "../moment/moment.js";
import type { Posture } from "../posture/posture.js";
import type { Run, Session } from "./memory/records.js";
import type { MappingState } from "./memory/state.js";
import { type SessionEvent, severityOf } from "./session-event.js";

/** What an event of a session belongs to. */
export interface Place {
  readonly session: Session;
  readonly run?: string | undefined;
  readonly cause?: string | undefined;
  readonly subject?: string | undefined;
}

/** The events that one frame gives, in their order. */
export class Emission {
  readonly events: SessionEvent[] = [];
  readonly state: MappingState;
  readonly posture: Posture;
  readonly #mint: (() => string) | undefined;

  constructor(state: MappingState, posture: Posture, mint: (() => string) | undefined) {
    this.state = state;
    this.posture = posture;
    this.#mint = mint;
  }

  /** Adds an event and tells its key. */
  emit(event: MappedEvent, { session, run, cause, subject = event.subject }: Place): string {
    this.state.events += 1;
    const key = this.#mint?.() ?? String(this.state.events);
    this.events.push({
      type: event.type,
      data: event.data,
      ...(subject !== undefined && { subject }),
      session: session.id,
      ...(run !== undefined && { run }),
      key,
      ...(cause !== undefined && { cause }),
      severity: severityOf(event.type),
      capture: this.posture.levelOf(event.type),
    });
    return key;
  }

  /** Adds an event of the session's prompt turn, and of what caused it where that is not the turn. */
  emitInTurn(event: MappedEvent, session: Session, cause?: string): string {
    const run = currentRun(session);
    return this.emit(event, { session, run: run?.name, cause: cause ?? run?.key ?? session.started });
  }
}

/** The prompt turn that began last among the open ones. */
export function currentRun(session: Session): Run | undefined {
  return session.runs.at(-1);
}
