import type { AgentStage } from "../../../src/engine/scenario.js";
import type { Step } from "../../../src/engine/script/step.js";
import type { JsonObject } from "../../../src/wire/message.js";
import type { Session } from "./setup.js";
import { reports } from "./tool-reports.js";
import {
  begin,
  finish,
  LONG,
  type Turn,
  type TurnEnd,
  text,
  type Update,
  updatesIn,
  writeText,
} from "./turn.js";

/** A turn that was asked to do something, and how it ended. */
export interface Asked {
  readonly turn: Turn;
  readonly end: TurnEnd;
}

type Values = Readonly<Record<string, string>>;

/** The prompt that makes the agent do a step; undefined when there is none for it. */
export function promptFor(stage: AgentStage, step: Step, values: Values = {}): JsonObject[] | undefined {
  const words = stage.prompts.text(step, values);
  return words === undefined ? undefined : text(words);
}

/** The prompt whose turn goes on until it is cancelled. */
export function longPrompt(stage: AgentStage): JsonObject[] {
  return promptFor(stage, "waitForCancel") ?? text(LONG);
}

/** The prompt that writes a file of this name in the session's directory, for which many ask permission. */
export function writePrompt(stage: AgentStage, name: string): JsonObject[] {
  return promptFor(stage, "permission", { name }) ?? text(writeText(name));
}

/** Asks for a step and waits for the end of the turn; undefined when nobody knows how to ask for it. */
export async function ask(
  stage: AgentStage,
  session: Session,
  step: Step,
  values: Values = {},
): Promise<Asked | undefined> {
  const prompt = promptFor(stage, step, values);
  if (prompt === undefined) return undefined;
  const turn = begin(session, prompt);
  return { turn, end: await finish(turn) };
}

/** The updates of a turn: from its prompt to its response, or to the last frame where there is none. */
export function updatesOf({ turn, end }: Asked): Update[] {
  const last = end.reply.kind === "silence" ? Number.POSITIVE_INFINITY : end.reply.frame.number;
  return updatesIn(turn.connection.transcript).filter(
    ({ frame, sessionId }) =>
      sessionId === turn.sessionId && frame.number > turn.request.number && frame.number < last,
  );
}

/** What was reported of tool calls in a turn. */
export function reportsOf(asked: Asked): Update[] {
  const inTurn = new Set(updatesOf(asked).map(({ frame }) => frame.number));
  return reports(asked.turn.connection.transcript).filter(({ frame }) => inTurn.has(frame.number));
}
