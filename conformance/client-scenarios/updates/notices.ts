import type { ClientScenario } from "../../../src/engine/client-scenario.js";
import { framesOf, told } from "../../scenarios/steps/reply.js";
import { inTurn, notApplicable, notTested } from "../steps/turn.js";

const SEVERITY = "acp.v1.notices.client-unknown-severity";

/** Notices of a severity that a client cannot know: it shows them like any other (docs/rfds/session-notices.mdx). */
export const notices: ClientScenario = inTurn("updates/notices", [SEVERITY], async (stage, turn) => {
  if (!turn.can("session", "notices") || stage.protocol.id !== "v1") {
    return notApplicable(stage, [SEVERITY], "the client does not announce session.notices");
  }
  const notice = (severity: string): ReturnType<typeof turn.update> =>
    turn.update({ sessionUpdate: "notice", severity, title: "A notice" });
  notice("info");
  const known = await turn.connection.barrier();
  if (known.kind === "silence") {
    return notTested(stage, [SEVERITY], `a notice of a known severity ends it: ${told(known)}`);
  }
  const sent = [notice("_acp-assay"), notice("acp_assay_future")];
  const barrier = await turn.connection.barrier();
  stage.expect(SEVERITY, barrier.kind !== "silence", () => ({
    expected: "notices of unknown severities taken in, and the next request answered",
    actual: told(barrier),
    frames: [...sent, ...framesOf(barrier)],
  }));
});
