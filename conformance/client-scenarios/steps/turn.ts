import type { ClientConnection } from "../../../src/driver/client/client-connection.js";
import type { ClientProcess } from "../../../src/driver/client/client-process.js";
import type { Policy } from "../../../src/driver/client-policy.js";
import type { Reply } from "../../../src/driver/conversation.js";
import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import type { Json, JsonObject } from "../../../src/wire/message.js";
import { at, member } from "../../scenarios/steps/reply.js";
import { ended, plainAgent } from "./agent.js";

/** A turn that a client began by itself and that the harness, as its agent, has not answered yet. */
export class ClientTurn {
  readonly client: ClientProcess;
  readonly connection: ClientConnection;
  /** The session/prompt request. */
  readonly request: Frame;
  readonly sessionId: Json;
  isAnswered = false;

  constructor(client: ClientProcess, connection: ClientConnection, request: Frame) {
    this.client = client;
    this.connection = connection;
    this.request = request;
    this.sessionId = member(paramsOf(request), "sessionId") ?? null;
  }

  /** What the client announced of itself at a path in clientCapabilities; null, false and absence are no. */
  can(...path: readonly string[]): boolean {
    const value = at(initializeParams(this.connection), "clientCapabilities", ...path) ?? null;
    return value !== null && value !== false;
  }

  /** The directory of the session, as the client gave it. */
  get cwd(): string | undefined {
    const setUp = this.client.connections
      .flatMap((connection) => requestsTo(connection))
      .findLast(
        ({ method }) => method === "session/new" || method === "session/load" || method === "session/resume",
      );
    const cwd = member(setUp?.params, "cwd");
    return typeof cwd === "string" ? cwd : undefined;
  }

  /** Reports something of the session. */
  update(update: JsonObject): Frame {
    return this.connection.notify("session/update", { sessionId: this.sessionId, update });
  }

  /** Says something. */
  say(text: string): Frame {
    return this.update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
  }

  /** Sends a request about the session. */
  begin(method: string, params: JsonObject = {}): { request: Frame; reply: Promise<Reply> } {
    return this.connection.begin(method, { sessionId: this.sessionId, ...params });
  }

  /** Sends a request about the session and waits for its answer. */
  async ask(method: string, params: JsonObject = {}): Promise<Reply> {
    return await this.begin(method, params).reply;
  }

  /** Answers the prompt. */
  end(stopReason: string = "end_turn"): void {
    const answer = ended(stopReason);
    if (answer === "held" || this.isAnswered) return;
    this.isAnswered = true;
    this.connection.answer(this.request, answer);
  }
}

/** A request or notification as it arrived at the agent. */
export interface Arrived {
  readonly frame: Frame;
  readonly method: string;
  readonly params: Json | undefined;
}

/** What the client asked and told its agent on this connection. */
export function requestsTo({ transcript }: ClientConnection): Arrived[] {
  return transcript.ofSubject().flatMap((frame) => {
    const { message } = frame;
    return "method" in message ? [{ frame, method: message.method, params: message.params }] : [];
  });
}

/** A scenario that plays in the first turn that the client begins by itself; without one it judges nothing. */
export function inTurn(
  name: string,
  judges: readonly string[],
  run: (stage: ClientStage, turn: ClientTurn) => Promise<void>,
  overrides: Policy = {},
): ClientScenario {
  return {
    name,
    judges,
    async run(stage) {
      const turn = await beginTurn(stage, overrides);
      if (turn === undefined) return notTested(stage, judges, NO_PROMPT);
      await run(stage, turn);
      turn.end();
      await turn.client.rest();
    },
  };
}

/** Why nothing can be seen of a turn. */
export const NO_PROMPT: string = "the client began no turn by itself";

/** Starts a client and waits for its first prompt, which stays unanswered. */
export async function beginTurn(stage: ClientStage, overrides: Policy = {}): Promise<ClientTurn | undefined> {
  if (!stage.facts.prompts) return undefined;
  let prompts = 0;
  const policy = plainAgent({
    "session/prompt": () => (prompts++ === 0 ? "held" : ended()),
    ...overrides,
  });
  const client = await stage.start(() => policy);
  return await firstTurn(client);
}

/** Waits for the first prompt of a client that is running. */
export async function firstTurn(client: ClientProcess): Promise<ClientTurn | undefined> {
  // A client sets up much before its first prompt, each step of which may take its time.
  return await client.look(() => {
    for (const connection of client.connections) {
      const prompt = requestsTo(connection).find(({ method }) => method === "session/prompt");
      if (prompt !== undefined) return new ClientTurn(client, connection, prompt.frame);
    }
    return undefined;
  }, client.timeoutMs * SET_UP_WAITS);
}

/** Lets a client live its life: as far as its first prompt, if it is one that prompts, and on until it rests. */
export async function liveOn(stage: ClientStage, client: ClientProcess): Promise<void> {
  if (stage.facts.prompts) await firstTurn(client);
  else await client.look(() => client.connections[0]);
  await client.rest();
}

/** Notes for each requirement that it could not be judged, and why. */
export function notTested(stage: ClientStage, ids: readonly string[], reason: string): void {
  for (const id of ids) stage.notTested(id, reason);
}

/** Notes for each requirement that it does not apply, and why. */
export function notApplicable(stage: ClientStage, ids: readonly string[], reason: string): void {
  for (const id of ids) stage.notApplicable(id, reason);
}

const SET_UP_WAITS = 3;

function initializeParams(connection: ClientConnection): Json | undefined {
  return requestsTo(connection).find(({ method }) => method === "initialize")?.params;
}

function paramsOf({ message }: Frame): Json | undefined {
  return "method" in message ? message.params : undefined;
}
