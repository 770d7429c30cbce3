import type { AgentConnection } from "../../../driver/agent-connection.js";
import { within } from "../../../driver/deadline.js";
import type { Asked, AskedRequests } from "./asked-requests.js";
import type { LiveClient } from "./live-client.js";

/** How the requests of a conversation came to their end. */
export interface Settled {
  readonly unanswered: readonly Asked[];
  readonly silentMs: number | undefined;
  readonly endedMs: number;
}

/** How often the usual wait is waited while the agent goes on talking. */
const MOST_WAITS = 3;

/**
 * Ends whatever is open, as a client does that leaves in good order: turns are cancelled, the agent's requests answered.
 * A request that has no response `graceMs` later, though one sent behind it was answered, is lost; an agent that answers nothing at
 * all any more hangs, and is not only slow to answer one request.
 */
export async function settle(
  connection: AgentConnection,
  client: LiveClient,
  graceMs: number,
): Promise<Settled> {
  const { asked } = client;
  if (!(await answersBarrier(connection, asked))) return silence(connection);
  // What was said in front of a barrier may be acted on right behind it: only then does a cancel of ours come into it.
  if (asked.open.length > 0 && !(await answersBarrier(connection, asked))) return silence(connection);
  client.held.isHolding = false;
  const started = performance.now();
  // Turns may have been queued behind each other in one session: each needs a cancel of its own.
  for (let left = asked.open.length; left > 0; ) {
    cancelOpen(client);
    await answered(connection, asked, graceMs);
    if (asked.open.length === left) break;
    left = asked.open.length;
  }
  const endedMs = performance.now() - started;
  if (asked.open.length === 0) return { unanswered: [], silentMs: undefined, endedMs };
  if (connection.subject.exit !== undefined) return { unanswered: [], silentMs: undefined, endedMs: 0 };
  const lost = asked.open;
  if (!(await answersBarrier(connection, asked))) return silence(connection);
  return { unanswered: lost.filter(({ reply }) => reply === undefined), silentMs: undefined, endedMs: 0 };
}

function cancelOpen(client: LiveClient): void {
  for (const session of client.sessions.values()) {
    // Of two requests with one id either may be the one that is open.
    const hasTurn = client.asked.all.some(
      ({ method, sessionId, id }) =>
        method === "session/prompt" &&
        sessionId === session.id &&
        client.asked.open.some((open) => open.id === id),
    );
    if (hasTurn) client.cancel(session);
  }
  client.held.release();
}

/** Waits until everything is answered, as long as the agent says something and no longer than a few waits. */
async function answered(connection: AgentConnection, asked: AskedRequests, graceMs: number): Promise<void> {
  const { transcript, subject } = connection;
  for (let wait = 0; wait < MOST_WAITS && asked.open.length > 0; wait += 1) {
    const [frames, open] = [transcript.frames.length, asked.open.length];
    await within(
      connection.frame(() => asked.open.length < open, frames),
      graceMs,
    );
    if (transcript.frames.length === frames || subject.exit !== undefined) return;
    if (asked.open.length < open) wait = -1;
  }
}

async function answersBarrier(connection: AgentConnection, asked: AskedRequests): Promise<boolean> {
  const reply = await asked.request("_acp-assay/barrier", {});
  return reply.kind !== "silence" || connection.subject.exit !== undefined;
}

/** One more wait: an agent that only paused has said something by its end. */
async function silence(connection: AgentConnection): Promise<Settled> {
  const { transcript, timeoutMs } = connection;
  const last = transcript.frames.length;
  const sign = await connection.frame(() => true, last);
  if (sign === undefined) return { unanswered: [], silentMs: timeoutMs, endedMs: 0 };
  // It lives. What it owes is told apart only behind an answered barrier, and there is none.
  return { unanswered: [], silentMs: undefined, endedMs: 0 };
}
