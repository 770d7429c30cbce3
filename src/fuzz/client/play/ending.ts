import type { ClientConnection } from "../../../driver/client/client-connection.js";
import { type AskedOfClient, isGranted } from "./asked.js";
import type { LiveAgent } from "./live-agent.js";
import type { ServedClient } from "./served-client.js";

/** How the requests of a conversation came to their end. */
export interface SettledByClient {
  readonly unanswered: readonly AskedOfClient[];
  readonly silentMs: number | undefined;
}

const NOTHING_OWED: SettledByClient = { unanswered: [], silentMs: undefined };

/**
 * Waits for what the client owes in its turn. A request that has no response `graceMs` later is lost when a later one was
 * answered; one that may wait for a user, only when a later one of the same kind was. A client that answers nothing at all any
 * more hangs, unless it may be waiting for its user.
 */
export async function settleTurn(
  client: ServedClient,
  agent: LiveAgent,
  connection: ClientConnection,
  { waitMs, graceMs }: { readonly waitMs: number; readonly graceMs: number },
): Promise<SettledByClient> {
  connection.outlet.pieceBytes = 0;
  connection.outlet.flush();
  const { asked } = agent;
  if (!(await isAnswered(client, agent.askPlainly("barrier"), waitMs))) {
    return await silence(client, agent, connection, waitMs);
  }
  await client.process.look(() => (owed(agent).length === 0 ? true : undefined), graceMs);
  for (const what of new Set(asked.open.flatMap((one) => (isDecided(one) ? [one.what] : [])))) {
    await isAnswered(client, agent.askPlainly(what), graceMs);
  }
  if (asked.open.length === 0) return NOTHING_OWED;
  const open = asked.open;
  if (!(await isAnswered(client, agent.askPlainly("barrier"), waitMs))) {
    return await silence(client, agent, connection, waitMs);
  }
  const left = open.filter(({ reply }) => reply === undefined);
  return {
    unanswered: left.filter((one) => !mayWaitForUser(one) || isOvertaken(one, agent)),
    silentMs: undefined,
  };
}

/** Open requests that are answered without a user, and at once. */
function owed({ asked }: LiveAgent): AskedOfClient[] {
  return asked.open.filter((one) => !mayWaitForUser(one) && one.what !== "wait");
}

/** May its user be asked about this each time anew? */
function isDecided({ what }: AskedOfClient): boolean {
  return ["permission", "write", "run", "run-long"].includes(what);
}

/** May a client leave this to somebody who is not there, or to a command that goes on? */
function mayWaitForUser(asked: AskedOfClient): boolean {
  return isDecided(asked) || asked.what === "lasting-permission" || asked.what === "wait";
}

/** Was a later request of the same kind answered? Then its user is not what it waits for. */
function isOvertaken(open: AskedOfClient, { asked }: LiveAgent): boolean {
  // A lasting decision, or a command that goes on, may be waited for although another one is over.
  if (!isDecided(open)) return false;
  return asked.all.some(
    (other) => other.what === open.what && other.frame.number > open.frame.number && isGranted(other),
  );
}

async function isAnswered(
  { process }: ServedClient,
  asked: AskedOfClient | undefined,
  ms: number,
): Promise<boolean> {
  if (asked === undefined) return false;
  return (await process.look(() => asked.reply, ms)) !== undefined;
}

/** One more wait: a client that only paused has said something by its end. */
async function silence(
  { process }: ServedClient,
  { asked, isInterrupted }: LiveAgent,
  connection: ClientConnection,
  waitMs: number,
): Promise<SettledByClient> {
  const last = connection.transcript.ofSubject().length;
  const isOver = !connection.isOpen || process.isOver;
  if (isOver || isInterrupted || asked.open.some(mayWaitForUser)) return NOTHING_OWED;
  const sign = await process.look(() => {
    const { length } = connection.transcript.ofSubject();
    return length > last || !connection.isOpen ? true : undefined;
  }, waitMs);
  return sign === undefined ? { unanswered: [], silentMs: waitMs } : NOTHING_OWED;
}
