import type { AgentConnection } from "../../../src/driver/agent-connection.js";
import { type FullClient, fullClient, type Offer } from "../../../src/driver/client/full-client.js";
import type { Answer, Answerer } from "../../../src/driver/client-policy.js";
import type { AgentScenario, AgentStage } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import {
  cannotJudge,
  initialize,
  initializeParams,
  newSession,
  type Session,
  type Unready,
} from "./setup.js";
import type { Turn } from "./turn.js";

/** A session whose client really does what it offers, in the stage's own directory. */
export interface ServedSession extends Session {
  readonly client: FullClient;
}

/** Starts an agent with a client that offers this, and makes a session. */
export async function openServed(stage: AgentStage, offer: Offer): Promise<ServedSession | Unready> {
  const client = fullClient(stage.cwd, offer);
  stage.atEnd(() => client.close());
  const ready = await initialize(stage, initializeParams(client.capabilities), { policy: client.policy });
  const session = "reason" in ready ? ready : await newSession(stage, ready);
  return "reason" in session ? session : { ...session, client };
}

/** A scenario that begins in a session of such a client; when there is none, everything it judges is `not-tested`. */
export function servedBy(
  offer: Offer,
  name: string,
  judges: readonly string[],
  run: (stage: AgentStage, session: ServedSession) => Promise<void>,
): AgentScenario {
  return {
    name,
    judges,
    async run(stage) {
      const session = await openServed(stage, offer);
      if ("reason" in session) cannotJudge(stage, judges, session.reason);
      else await run(stage, session);
    },
  };
}

/** Answers some methods in another way than the client would. */
export function override(session: ServedSession, answers: Readonly<Record<string, Answerer>>): void {
  session.connection.policy = { ...session.client.policy, ...answers };
}

/** Leaves a request open. */
export const hold: Answerer = () => "held";

/** Waits for a request of the agent in a turn; undefined when the turn ends without it. */
export async function requestIn(
  { connection, request, reply }: Turn,
  method: string,
): Promise<Frame | undefined> {
  const frame = await Promise.race([
    connection.frame((each) => isRequest(each, method), request.number),
    reply.then(() => undefined),
  ]);
  return (
    frame ??
    connection.transcript.frames.find((each) => each.number > request.number && isRequest(each, method))
  );
}

/** The requests of the agent with this method, from frame number `after` on. */
export function requestsAfter({ transcript }: AgentConnection, method: string, after = 0): Frame[] {
  return transcript.frames.filter((frame) => frame.number > after && isRequest(frame, method));
}

/** Answers a request that was held, with its id as it was written. */
export function respond(
  connection: AgentConnection,
  { message }: Frame,
  answer: Exclude<Answer, "held">,
): Frame[] {
  if (message.kind !== "request") return [];
  return connection.writeRaw(`{"jsonrpc":"2.0","id":${message.id.raw},${JSON.stringify(answer).slice(1)}\n`);
}

function isRequest({ direction, message }: Frame, method: string): boolean {
  return direction === "a2c" && message.kind === "request" && message.method === method;
}
