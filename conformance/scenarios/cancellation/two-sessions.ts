import type { AgentScenario } from "../../../src/engine/scenario.js";
import { longPrompt } from "../steps/ask.js";
import { framesOf, told } from "../steps/reply.js";
import { afterInitialize, cannotJudge, newSession } from "../steps/setup.js";
import { begin, cancel, finish, isRunning, stopReason, updatesIn } from "../steps/turn.js";

const SCOPED = "acp.v1.cancel.agent-session-scoped";
const PARALLEL = "acp.v1.prompt.parallel-sessions";

/**
 * Sessions are independent of each other (docs/protocol/v1/session-setup.mdx, introduction), and a cancel names the one
 * that it is for (schema CancelNotification): two turns run at once, one is cancelled, the other goes on.
 */
export const twoSessions: AgentScenario = afterInitialize(
  "cancellation/two-sessions",
  [SCOPED, PARALLEL],
  async (stage, ready) => {
    const [left, right] = await Promise.all([newSession(stage, ready), newSession(stage, ready)]);
    if ("reason" in left || "reason" in right) {
      cannotJudge(stage, [SCOPED, PARALLEL], "there are no two sessions");
      return;
    }
    const [first, second] = [begin(left, longPrompt(stage)), begin(right, longPrompt(stage))];
    const areRunning = (await isRunning(first)) && (await isRunning(second));
    if (!areRunning) {
      const replies = await Promise.all([finish(first), finish(second)]);
      const refused = replies.find(({ reply }) => reply.kind === "error");
      if (refused === undefined) cannotJudge(stage, [PARALLEL], "the turns did not run at the same time");
      else {
        stage.violated(PARALLEL, {
          expected: "a turn in each of two sessions",
          actual: told(refused.reply),
          frames: [first.request, second.request, ...framesOf(refused.reply).slice(1)],
        });
      }
      cannotJudge(stage, [SCOPED], "the turns did not run at the same time");
      return;
    }
    cancel(first);
    const firstEnd = await finish(first);
    await ready.connection.barrier();
    const known: unknown[] = [left.sessionId, right.sessionId];
    const foreign = updatesIn(ready.connection.transcript).find(
      ({ sessionId }) => !known.includes(sessionId),
    );
    stage.expect(PARALLEL, foreign === undefined, () => ({
      expected: "updates of the two sessions that have a turn",
      actual: "an update of another session",
      frames: [first.request, second.request, foreign?.frame],
    }));

    const secondAtCancel = await Promise.race([second.reply, Promise.resolve(undefined)]);
    cancel(second);
    const secondEnd = await finish(second);
    if (firstEnd.reply.kind === "silence" || secondEnd.reply.kind === "silence") {
      cannotJudge(stage, [SCOPED], "a cancelled turn was never answered");
      return;
    }
    const isTouched = secondAtCancel !== undefined && stopReason(secondAtCancel) === "cancelled";
    stage.expect(SCOPED, !isTouched, () => ({
      expected: "the turn of the other session left alone",
      actual: 'it ended with stopReason "cancelled"',
      frames: [first.request, second.request, ...framesOf(secondEnd.reply).slice(1)],
    }));
  },
);
