import type { AgentStage } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { type Asked, reportsOf } from "../steps/ask.js";
import { told } from "../steps/reply.js";

export const REPORTED = "acp.v1.tools.reported";
export const BEFORE_RUN = "acp.v1.tools.reported-before-run";

/**
 * A tool at work shows by what it does through the client: writing the file or running the command of the prompt is no
 * housekeeping of the agent's own. Such a tool call is reported (docs/protocol/v1/tool-calls.mdx, "Creating"), and
 * before it runs (prompt-turn.mdx, "Agent Reports Output").
 */
export function judgeReport(stage: AgentStage, asked: Asked, work: Frame | undefined): void {
  if (work === undefined) {
    const reason = `the agent did it in another way, or not at all: the turn gave ${told(asked.end.reply)}`;
    for (const id of [REPORTED, BEFORE_RUN]) stage.notTested(id, reason);
    return;
  }
  const [first] = reportsOf(asked);
  stage.expect(REPORTED, first !== undefined, () => ({
    expected: "the tool call reported in a session/update",
    actual: "the tool's work without a report of it",
    frames: [asked.turn.request, work],
  }));
  if (first === undefined) return;
  const introduced = Math.min(first.frame.number, permissionNumber(asked));
  stage.expect(BEFORE_RUN, introduced < work.number, () => ({
    expected: "the tool call reported before it runs",
    actual: "a report behind the tool's first work",
    frames: [work, first.frame],
  }));
}

/** A permission request may be the first to name a tool call. */
function permissionNumber({ turn }: Asked): number {
  const request = turn.connection.transcript.frames.find(
    ({ number, message }) =>
      number > turn.request.number &&
      message.kind === "request" &&
      message.method === "session/request_permission",
  );
  return request?.number ?? Number.POSITIVE_INFINITY;
}
