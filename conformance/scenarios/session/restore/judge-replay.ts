import type { Reply } from "../../../../src/driver/agent-connection.js";
import type { AgentStage } from "../../../../src/engine/scenario.js";
import type { Json } from "../../../../src/wire/message.js";
import { framesOf, shortly } from "../../steps/reply.js";
import { isTurnOutput, type Update } from "../../steps/turn.js";
import { messagesOf, type ReplayedMessage, sharedId, whatIsMissing, wrongSide } from "./replay.js";
import type { Seed } from "./seed.js";

const ALL = "acp.v1.session.load-replays-all";
const BEFORE = "acp.v1.session.load-response-after-replay";
const SESSION = "acp.v1.session.load-replay-session-id";
const SIDES = "acp.v1.session.load-user-messages";
const TOOLS = "acp.v1.session.load-tool-calls";
const IDS = "acp.v1.session.load-message-ids";
const NOTICES = "acp.v1.session.load-no-notices";

/** What a replay is judged by. */
export const REPLAY: readonly string[] = [ALL, BEFORE, SESSION, SIDES, TOOLS, IDS, NOTICES];

/** The answer to session/load, what came in front of it, and what came behind. */
export interface Replay {
  readonly seed: Seed;
  readonly reply: Reply;
  readonly replay: readonly Update[];
  readonly late: readonly Update[];
}

/** Judges what was replayed against what was seeded. */
export function judgeReplay(stage: AgentStage, played: Replay): void {
  const { seed, reply, replay, late } = played;
  const frames = framesOf(reply);
  const history = replay.filter(isHistory);
  const lateHistory = late.filter(isHistory);
  const messages = messagesOf([...history, ...lateHistory]);

  const missing = whatIsMissing(seed, messages);
  stage.expect(ALL, missing === undefined, () => ({
    expected: "every prompt and every answer of the session, in their order",
    actual: missing ?? "",
    frames,
  }));
  stage.expect(BEFORE, lateHistory.length === 0, () => ({
    expected: "all of the history in front of the response to session/load",
    actual: `${lateHistory.length} updates of it behind the response, first ${lateHistory[0]?.kind}`,
    frames: [...frames, lateHistory[0]?.frame],
  }));
  const foreign = history.find(({ sessionId }) => sessionId !== seed.sessionId);
  if (history.length === 0) stage.vacuous(SESSION, "nothing was replayed");
  else {
    stage.expect(SESSION, foreign === undefined, () => ({
      expected: `the history under the id ${shortly(seed.sessionId)}`,
      actual: `${foreign?.kind} under ${shortly(foreign?.sessionId)}`,
      frames: [frames[0], foreign?.frame],
    }));
  }
  judgeMessages(stage, seed, messages);
  judgeToolCalls(stage, played, [...history, ...lateHistory]);
  judgeNotices(stage, played);
}

function judgeMessages(stage: AgentStage, seed: Seed, messages: readonly ReplayedMessage[]): void {
  if (messages.length === 0) {
    for (const id of [SIDES, IDS]) stage.vacuous(id, "no message was replayed");
    return;
  }
  const wrong = wrongSide(seed, messages);
  stage.expect(SIDES, wrong === undefined, () => ({
    expected: "what the user said as user_message_chunk, what the agent said as agent_message_chunk",
    actual: `${wrong?.kind}: ${shortly(wrong?.text)}`,
    frames: [wrong?.update.frame],
  }));
  if (messages.every(({ messageId }) => messageId === undefined)) {
    stage.vacuous(IDS, "the replay gives no message ids");
    return;
  }
  const shared = sharedId(messages);
  stage.expect(IDS, shared === undefined, () => ({
    expected: "a messageId of its own for each message",
    actual: `${shortly(shared?.[0].messageId)} for two`,
    frames: shared?.map(({ update }) => update.frame) ?? [],
  }));
}

function judgeToolCalls(stage: AgentStage, { seed, reply }: Replay, history: readonly Update[]): void {
  const seeded = seed.turns.flatMap(({ toolCalls }) => toolCalls).filter(isText);
  if (seeded.length === 0) {
    stage.notTested(TOOLS, "the seeded turns had no tool call");
    return;
  }
  const isReplayed = history.some(
    ({ kind, update }) =>
      kind.startsWith("tool_call") &&
      [update["toolCallId"], update["title"]].some((value) => value !== undefined && seeded.includes(value)),
  );
  stage.expect(TOOLS, isReplayed, () => ({
    expected: `a tool call of the first turns, such as ${shortly(seeded[0])}`,
    actual: "none in the replay",
    frames: framesOf(reply),
  }));
}

function judgeNotices(stage: AgentStage, { seed, replay }: Replay): void {
  const seeded = seed.turns.flatMap(({ notices }) => notices);
  if (seeded.length === 0) {
    stage.notTested(NOTICES, "the seeded turns had no notice");
    return;
  }
  const again = replay.find(
    ({ kind, update }) => kind === "notice" && seeded.includes(update["title"] ?? null),
  );
  stage.expect(NOTICES, again === undefined, () => ({
    expected: "no notice of an earlier turn",
    actual: shortly(again?.update),
    frames: [again?.frame],
  }));
}

function isHistory(update: Update): boolean {
  return isTurnOutput(update) || update.kind === "user_message_chunk";
}

function isText(value: Json): boolean {
  return typeof value === "string" && value !== "";
}
