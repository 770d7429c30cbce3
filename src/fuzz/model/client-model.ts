import type { Command, SessionAct } from "./command.js";

/** What an agent offers, so that nothing is asked of it that a client must not ask. */
export interface Offers {
  readonly acts: ReadonlySet<SessionAct>;
  readonly list: boolean;
  readonly modes: boolean;
  readonly options: boolean;
}

/** Where a session stands, as far as a client can know without having seen an answer. */
export interface SessionState {
  readonly is: "open" | "closed" | "deleted";
  /** A prompt was sent, and nothing that ends its turn for certain. */
  readonly hasTurn: boolean;
  /** Its turn may ask for permission. */
  readonly mayAsk: boolean;
}

/** What a client knows of a connection that has been initialized. Never changed: each command gives the next one. */
export interface ClientModel {
  readonly offers: Offers;
  readonly sessions: ReadonlyMap<number, SessionState>;
  readonly isHolding: boolean;
}

/** More sessions show nothing that three do not. */
export const MOST_SESSIONS = 3;

/** The start of a conversation: initialized, and nothing else. */
export function freshClient(offers: Offers): ClientModel {
  return { offers, sessions: new Map(), isHolding: false };
}

/** May the client do this now? */
export function isPossible(model: ClientModel, command: Command): boolean {
  const { offers, sessions } = model;
  switch (command.do) {
    case "new":
      return !sessions.has(command.session) && command.session < MOST_SESSIONS;
    case "prompt":
    case "turns":
      return sessions.get(command.session)?.is === "open";
    case "cancel":
      return sessions.has(command.session);
    case "withdraw":
    case "await":
      return sessions.get(command.session)?.hasTurn === true;
    case "load":
    case "resume":
    case "close":
    case "delete":
      return sessions.has(command.session) && offers.acts.has(command.do);
    case "list":
      return offers.list;
    case "set-mode":
      return sessions.get(command.session)?.is === "open" && offers.modes;
    case "set-option":
      return sessions.get(command.session)?.is === "open" && offers.options;
    case "hold":
      return !model.isHolding;
    case "answer":
      return model.isHolding && sessions.get(command.session)?.mayAsk === true;
    case "ask":
    case "tell":
    case "stray":
    case "say":
    case "barrier":
      return true;
  }
}

/** What the client knows once it has done this. */
export function afterCommand(model: ClientModel, command: Command): ClientModel {
  switch (command.do) {
    case "new":
      return withSession(model, command.session, { is: "open", hasTurn: false, mayAsk: false });
    case "prompt":
      return changed(model, command.session, { hasTurn: true, mayAsk: command.kind === "file" });
    case "close":
      return changed(model, command.session, { is: "closed" });
    case "delete":
      return changed(model, command.session, { is: "deleted" });
    case "load":
    case "resume":
      return changed(model, command.session, { is: "open" });
    case "hold":
      return { ...model, isHolding: true };
    default:
      return model;
  }
}

function changed(model: ClientModel, session: number, change: Partial<SessionState>): ClientModel {
  const state = model.sessions.get(session);
  return state === undefined ? model : withSession(model, session, { ...state, ...change });
}

function withSession(model: ClientModel, session: number, state: SessionState): ClientModel {
  return { ...model, sessions: new Map([...model.sessions, [session, state]]) };
}
