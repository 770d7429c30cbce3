import type { AgentScenario } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { framesOf, told } from "../steps/reply.js";
import { inSession, type Session } from "../steps/setup.js";
import { cancel } from "../steps/turn.js";

const IDLE = "acp.v1.cancel.agent-idle";
const UNKNOWN = "acp.v1.cancel.agent-unknown-session";
const AS_REQUEST = "acp.v1.cancel.request-vs-notification";
const LATE = "acp.v1.cancel-request.late-race";

/**
 * A cancel with nothing to cancel: for session/cancel the pages are silent, and a `$/cancel_request` for a request that
 * is already answered is ignored (docs/rfds/request-cancellation.mdx, "What happens if a request completes before the
 * cancellation is processed").
 */
export const cancelWhileIdle: AgentScenario = inSession(
  "cancellation/idle",
  [IDLE, UNKNOWN, AS_REQUEST, LATE],
  async (stage, session) => {
    const { connection } = session;
    cancel(session);
    stage.recorded(IDLE, `after session/cancel without a turn: ${await health(session)}`);
    connection.notify("session/cancel", { sessionId: "acp-assay-no-such-session" });
    stage.recorded(UNKNOWN, `after session/cancel of an unknown session: ${await health(session)}`);
    const asRequest = await connection.wrongly(() =>
      connection.request("session/cancel", { sessionId: session.sessionId }),
    );
    stage.recorded(AS_REQUEST, `session/cancel with an id gives ${told(asRequest)}`);

    const answered = await connection.barrier();
    const answeredId =
      answered.request.message.kind === "request" ? answered.request.message.value["id"] : null;
    const late = [
      connection.notify("$/cancel_request", { requestId: answeredId ?? null }),
      connection.notify("$/cancel_request", { requestId: "acp-assay-never-used" }),
    ];
    const after = await connection.barrier();
    const strays = responsesBetween(session, late[0], after.kind === "silence" ? undefined : after.frame);
    stage.expect(LATE, after.kind !== "silence" && strays.length === 0, () => ({
      expected: "silence, and the next request answered",
      actual: after.kind === "silence" ? told(after) : `${strays.length} responses that nobody asked for`,
      frames: [...late, ...strays, ...framesOf(after)],
    }));
  },
);

async function health({ connection }: Session): Promise<string> {
  const barrier = await connection.barrier();
  return barrier.kind === "silence" ? barrier.reason : "goes on";
}

function responsesBetween(
  { connection }: Session,
  first: Frame | undefined,
  last: Frame | undefined,
): Frame[] {
  return connection.transcript
    .of("a2c")
    .filter(
      ({ number, message }) =>
        message.kind === "response" &&
        number > (first?.number ?? 0) &&
        number < (last?.number ?? Number.POSITIVE_INFINITY),
    );
}
