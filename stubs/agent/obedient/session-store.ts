import { randomUUID } from "node:crypto";
import { isAbsolute } from "node:path";
import { type ListSessionsRequest, type ListSessionsResponse, RequestError } from "@agentclientprotocol/sdk";
import { seededSession } from "./seed.js";
import { Session } from "./session.js";

const PAGE_SIZE = 20;

/** What the client says when it sets a session up, in whatever way. */
interface SetUp {
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[];
}

/** Every session that the agent knows, active or not. */
export class SessionStore {
  readonly #sessions = new Map<string, Session>();

  constructor() {
    const seeded = seededSession();
    this.#sessions.set(seeded.id, seeded);
  }

  create(setUp: SetUp): Session {
    requireUsable(setUp);
    const session = new Session(randomUUID(), setUp.cwd, true);
    this.#sessions.set(session.id, session);
    return session;
  }

  /** A known session in the place where the client wants to go on with it, for load and resume. */
  known(sessionId: string, setUp: SetUp): Session {
    requireUsable(setUp);
    const session = this.#sessions.get(sessionId);
    if (session === undefined) throw RequestError.sessionNotFound(sessionId);
    session.cwd = setUp.cwd;
    return session;
  }

  /** The active session with this id. */
  active(sessionId: string): Session {
    const session = this.#sessions.get(sessionId);
    if (session === undefined || !session.isActive) throw RequestError.sessionNotFound(sessionId);
    return session;
  }

  /** Cancels what runs in an active session, as session/cancel does; anything else is no matter. */
  cancel(sessionId: string): void {
    this.#sessions.get(sessionId)?.turn?.abort();
  }

  /** Cancels what runs and frees the session (docs/protocol/v1/session-setup.mdx, on closing). */
  close(sessionId: string): void {
    const session = this.active(sessionId);
    session.turn?.abort();
    session.isActive = false;
  }

  /** Forgets a session; one that is not there leaves the same state, so it is no error. */
  delete(sessionId: string): void {
    this.cancel(sessionId);
    this.#sessions.delete(sessionId);
  }

  /** One page of the known sessions. */
  list({ cwd, cursor }: ListSessionsRequest): ListSessionsResponse {
    const start = cursor === undefined || cursor === null ? 0 : Number(cursor);
    if (!Number.isInteger(start) || start < 0) throw RequestError.invalidParams({ cursor }, "unknown cursor");
    const infos = [...this.#sessions.values()].map((session) => session.info);
    const matching = infos.filter((info) => typeof cwd !== "string" || info.cwd === cwd);
    const end = start + PAGE_SIZE;
    return {
      sessions: matching.slice(start, end),
      ...(end < matching.length ? { nextCursor: String(end) } : {}),
    };
  }
}

function requireUsable({ cwd, additionalDirectories = [] }: SetUp): void {
  if (!isAbsolute(cwd)) throw RequestError.invalidParams({ cwd }, "cwd is not absolute");
  // The capability is not offered, and going on with fewer roots than asked for would be silent loss.
  if (additionalDirectories.length > 0) {
    throw RequestError.invalidParams({ additionalDirectories }, "additional directories are not supported");
  }
}
