import type { AgentScenario } from "../../../src/engine/scenario.js";
import { framesOf, told } from "../steps/reply.js";
import { cannotJudge, inSession } from "../steps/setup.js";
import { cancel, finish, stopReason } from "../steps/turn.js";
import { CANCELLED, untilPermission } from "./steps.js";

const DURING = "acp.v1.cancel.agent-during-permission";
const NO_ERROR = "acp.v1.cancel.agent-no-error";
const NOT_DONE = "acp.v1.cancel.agent-permission-cancelled";

const ALL = [DURING, NO_ERROR, NOT_DONE];

/**
 * A turn that is cancelled while permission is asked for ends as cancelled too, and what was asked for is not done
 * (docs/protocol/v1/prompt-turn.mdx, "Cancellation"; docs/protocol/v1/tool-calls.mdx, "Requesting Permission").
 */
export const cancelDuringPermission: AgentScenario = inSession(
  "permission/cancel",
  ALL,
  async (stage, session) => {
    const asking = await untilPermission(stage, session);
    if (asking === undefined) {
      cannotJudge(stage, ALL, "the agent asked for no permission");
      return;
    }
    const cancelled = cancel(session);
    await session.connection.barrier();
    const answer = asking.answer(CANCELLED);
    const { reply } = await finish(asking.turn);
    const frames = [asking.turn.request, asking.request, cancelled, answer, ...framesOf(reply).slice(1)];
    stage.expect(DURING, stopReason(reply) === "cancelled", () => ({
      expected: 'a result with stopReason "cancelled"',
      actual: told(reply),
      frames,
    }));
    stage.expect(NO_ERROR, reply.kind !== "error", () => ({
      expected: "a result",
      actual: told(reply),
      frames,
    }));
    stage.expect(NOT_DONE, !asking.isWritten(), () => ({
      expected: "no file, since the turn was cancelled",
      actual: "the file was written",
      frames,
    }));
  },
);
