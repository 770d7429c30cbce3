import { randomUUID } from "node:crypto";
import type { AgentConnection } from "../../../../src/driver/agent-connection.js";
import type { AgentStage } from "../../../../src/engine/scenario.js";
import type { Json } from "../../../../src/wire/message.js";
import { member, told } from "../../steps/reply.js";
import type { Session } from "../../steps/setup.js";
import {
  answerOf,
  begin,
  finish,
  type Turn,
  text,
  type Update,
  updatesIn,
  writeText,
} from "../../steps/turn.js";

/** A turn of a seeded session: what it was asked, and what a replay of it has to hold. */
export interface SeededTurn {
  readonly prompt: string;
  /** Words of the agent's messages, "" where it said nothing. */
  readonly reply: string;
  readonly toolCalls: readonly Json[];
  readonly notices: readonly Json[];
}

/** A session with a past. */
export interface Seed {
  readonly sessionId: string;
  readonly turns: readonly SeededTurn[];
}

/** Takes marked turns in a session: one that asks for a word, and one that writes a file where `count` is 2. */
export async function seed(
  stage: AgentStage,
  session: Session,
  count: 1 | 2,
): Promise<Seed | { readonly reason: string }> {
  const mark = randomUUID().slice(0, 8);
  const name = `acp-assay-${mark}.txt`;
  const prompts = [
    `Reply with the single word: ready-${mark}`,
    stage.prompts.text("permission", { name }) ?? writeText(name),
  ];
  const turns: SeededTurn[] = [];
  for (const prompt of prompts.slice(0, count)) {
    const turn = begin(session, text(prompt));
    const { reply } = await finish(turn);
    if (reply.kind !== "result") return { reason: `a first turn got ${told(reply)}` };
    turns.push(seededTurn(turn, prompt, mark));
  }
  return { sessionId: session.sessionId, turns };
}

function seededTurn(turn: Turn, prompt: string, mark: string): SeededTurn {
  const updates = updatesOf(turn);
  const said = updates
    .filter(({ kind }) => kind === "agent_message_chunk")
    .map(({ update }) => textOf(update["content"]))
    .join("");
  // An agent that keeps its messages in another shape than it streams them still has the word in them.
  const reply = said.includes(mark) ? mark : said;
  const toolCalls = updates.filter(({ kind }) => kind === "tool_call");
  const notices = updates.filter(({ kind }) => kind === "notice");
  return {
    prompt,
    reply,
    toolCalls: toolCalls.flatMap(({ update }) => [update["toolCallId"] ?? null, update["title"] ?? null]),
    notices: notices.map(({ update }) => update["title"] ?? null),
  };
}

function updatesOf(turn: Turn): Update[] {
  const end = answerOf(turn)?.number ?? Number.POSITIVE_INFINITY;
  return between(turn.connection, turn.request.number, end).filter(
    ({ sessionId }) => sessionId === turn.sessionId,
  );
}

/** The session updates between two frames. */
export function between(connection: AgentConnection, after: number, before: number): Update[] {
  return updatesIn(connection.transcript).filter(
    ({ frame: { number } }) => number > after && number < before,
  );
}

/** The text of a content block, "" for any other kind. */
export function textOf(content: Json | undefined): string {
  const value = member(content, "text");
  return typeof value === "string" ? value : "";
}
