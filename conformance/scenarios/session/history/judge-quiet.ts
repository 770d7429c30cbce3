import type { AgentStage } from "../../../../src/engine/scenario.js";
import { framesOf, shortly } from "../../steps/reply.js";
import type { Session } from "../../steps/setup.js";
import { isTurnOutput } from "../../steps/turn.js";
import { between } from "../restore/seed.js";
import { entryOf, type Walk, walkList } from "./pages.js";

/** The requirement that to list sessions only discovers them. */
export const QUIET = "acp.v1.session.list-discovery-only";

/**
 * Lists an idle session three times: none of it comes back, and a time of last activity that moves with every list is
 * moved by the list (docs/protocol/v1/session-list.mdx, "Interaction with Other Session Methods").
 */
export async function judgeQuiet(stage: AgentStage, session: Session): Promise<void> {
  const { connection, sessionId } = session;
  const walks: Walk[] = [];
  const { number: start } = (await connection.barrier()).request;
  for (let time = 0; time < 3; time++) walks.push(await walkList(session));
  const history = between(connection, start, Number.POSITIVE_INFINITY).find(
    (update) => isTurnOutput(update) || update.kind === "user_message_chunk",
  );
  const times = walks.map((walk) => entryOf(walk, sessionId)?.["updatedAt"]);
  const isMoved = times.every((time) => typeof time === "string") && new Set(times).size === times.length;
  stage.expect(QUIET, history === undefined && !isMoved, () => ({
    expected: "no history and no activity from session/list",
    actual: history === undefined ? `updatedAt ${times.map(shortly).join(", ")}` : history.kind,
    frames: [history?.frame, ...walks.flatMap(({ pages }) => pages.flatMap(framesOf)).slice(0, 6)],
  }));
}
