import type { AgentScenario, AgentStage } from "../../../../src/engine/scenario.js";
import { longPrompt } from "../../../scenarios/steps/ask.js";
import { shortly, told } from "../../../scenarios/steps/reply.js";
import { cannotJudge, type Session } from "../../../scenarios/steps/setup.js";
import { answerOf, begin, cancel, type Turn, type Update, updatesIn } from "../../../scenarios/steps/turn.js";
import { saysBusy, saysIdle } from "../../steps/prompts.js";
import { inSession } from "../../steps/setup.js";
import { idleAfter, isWorking, updatesAfter } from "../../steps/work.js";

const ACK = "acp.v2.prompt.response-is-ack";
const IDLE = "acp.v2.cancel.idle-cancelled";
const ORDER = "acp.v2.cancel.updates-before-idle";
const ERROR = "acp.v2.cancel.no-error";
const NOTHING = "acp.v2.cancel.nothing-active";

const ALL = [ACK, IDLE, ORDER, ERROR, NOTHING];

/**
 * Work is cancelled midway, and then when there is none (docs/protocol/v2/prompt-lifecycle.mdx, "2. Prompt Accepted" and
 * "Cancellation"; schema ClientNotification).
 */
export const cancelWork: AgentScenario = inSession("cancellation/work", ALL, async (stage, session) => {
  const turn = begin(session, longPrompt(stage));
  const isBusy = await isWorking(turn);
  if (!isBusy || updatesAfter(turn).some(saysIdle)) {
    cannotJudge(stage, ALL, "the agent was not at work when it was to be cancelled");
    return;
  }
  const early = await turn.reply;
  const isAnswered = early.kind !== "silence";
  const isSelfEnded = updatesAfter(turn).some(saysIdle);
  const cancelled = cancel(turn);
  const idle = await idleAfter(turn);
  judgeAnswer(stage, turn, isAnswered, isSelfEnded);
  if (isSelfEnded) cannotJudge(stage, [IDLE, ORDER, ERROR], "the work ended by itself");
  else {
    const reason = idle?.update["stopReason"] ?? null;
    const frames = [turn.request, cancelled, idle?.frame];
    stage.expect(ERROR, reason !== "error" && early.kind !== "error", () => ({
      expected: "work that was cancelled reported as cancelled",
      actual: early.kind === "error" ? told(early) : `stopReason ${shortly(reason)}`,
      frames,
    }));
    // It may have come to its end by itself at the same moment.
    if (reason === null || reason === "cancelled") {
      stage.expect(IDLE, reason === "cancelled", () => ({
        expected: "idle with stopReason cancelled",
        actual: idle === undefined ? "no idle" : "idle without a stopReason",
        frames,
      }));
    } else if (reason === "error") stage.notTested(IDLE, "the work was reported as failed");
    else stage.notTested(IDLE, `the work ended with ${shortly(reason)}`);
    await judgeOrder(stage, turn, idle);
  }
  await recordIdleCancel(stage, session);
});

/** An answer that comes only with the end of the work says that the work was waited for. */
function judgeAnswer(stage: AgentStage, turn: Turn, isAnswered: boolean, isSelfEnded: boolean): void {
  const answer = answerOf(turn);
  if (isAnswered && !isSelfEnded) stage.holds(ACK);
  else if (isSelfEnded) stage.notTested(ACK, "the work ended too soon to tell");
  else {
    stage.violated(ACK, {
      expected: "the response to session/prompt while the work goes on",
      actual:
        answer === undefined ? "no response, not even after session/cancel" : "only after session/cancel",
      frames: [turn.request, answer],
    });
  }
}

/** Parts of the messages and tool calls of the cancelled work; what is in the background may go on. */
async function judgeOrder(stage: AgentStage, turn: Turn, idle: Update | undefined): Promise<void> {
  if (idle === undefined) {
    stage.notTested(ORDER, "no idle came");
    return;
  }
  await turn.connection.barrier();
  await turn.connection.barrier();
  const all = updatesAfter(turn);
  const after = all.filter(({ frame }) => frame.number > idle.frame.number);
  const isBusyAgain = after.some(saysBusy);
  const known = new Set(
    all.filter(({ frame }) => frame.number < idle.frame.number).flatMap((update) => partOf(update) ?? []),
  );
  const late = isBusyAgain ? undefined : after.find((update) => known.has(partOf(update) ?? ""));
  stage.expect(ORDER, late === undefined, () => ({
    expected: "updates of the cancelled work before the idle that reports it",
    actual: late?.kind ?? "",
    frames: [turn.request, idle.frame, late?.frame],
  }));
}

/** Which message of the agent an update belongs to. */
function partOf({ kind, update }: Update): string | undefined {
  if (!/^(agent_message|agent_thought)(_chunk)?$/.test(kind)) return undefined;
  return `${kind.replace("_chunk", "")} ${JSON.stringify(update["messageId"])}`;
}

async function recordIdleCancel(stage: AgentStage, session: Session): Promise<void> {
  const stray = cancel(session);
  await session.connection.barrier();
  const idle = updatesIn(session.connection.transcript).find(
    (update) => update.frame.number > stray.number && saysIdle(update),
  );
  stage.recorded(NOTHING, `session/cancel without work gives ${idle === undefined ? "nothing" : "idle"}`);
}
