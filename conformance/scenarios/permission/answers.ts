import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { late, refusing } from "../../../src/driver/client/answers.js";
import type { Answerer } from "../../../src/driver/client-policy.js";
import { INTERNAL_ERROR } from "../../../src/driver/client-policy.js";
import type { AgentScenario, AgentStage } from "../../../src/engine/scenario.js";
import { type Asked, ask } from "../steps/ask.js";
import { requestsAfter } from "../steps/client.js";
import { framesOf, items, member, told } from "../steps/reply.js";
import { inSession, type Session } from "../steps/setup.js";
import { selected } from "./steps.js";

const REMEMBERED = "acp.v1.permission.always-remembered";
const ERROR = "acp.v1.permission.error-response";
const ASKS = "session/request_permission";

/** Later than any agent reads ahead, sooner than anybody gives up. */
const LATE_MS = 300;

/**
 * Whoever answers with an option that allows for good is not asked again for the same operation
 * (docs/protocol/v1/tool-calls.mdx, "Permission Options"); what an error means as an answer is left open.
 */
export const permissionAnswers: AgentScenario = inSession(
  "permission/answers",
  [REMEMBERED, ERROR],
  async (stage, session) => {
    await judgeAlways(stage, session);
    session.connection.policy = { [ASKS]: refusing(INTERNAL_ERROR, "The question cannot be shown") };
    const name = "acp-assay-error.txt";
    const asked = await ask(stage, session, "permission", { name });
    if (asked === undefined || timesAsked(asked) === 0) {
      stage.notTested(ERROR, "the agent asked for no permission");
      return;
    }
    const side = existsSync(join(stage.cwd, name)) ? "the file is written" : "no file is written";
    stage.recorded(ERROR, `an error as answer: the turn gives ${told(asked.end.reply)}, ${side}`);
  },
);

async function judgeAlways(stage: AgentStage, session: Session): Promise<void> {
  const name = "acp-assay-always.txt";
  let isOffered = false;
  const always: Answerer = (params) => {
    const option = items(params["options"]).find((each) => member(each, "kind") === "allow_always");
    if (option === undefined) return { result: { outcome: { outcome: "cancelled" } } };
    isOffered = true;
    return { result: selected(member(option, "optionId") ?? "") };
  };
  session.connection.policy = { [ASKS]: late(LATE_MS, always) };
  await ask(stage, session, "permission", { name });
  if (!isOffered || !existsSync(join(stage.cwd, name))) {
    stage.notTested(REMEMBERED, "the agent offered no option that allows for good, or did nothing then");
    return;
  }
  rmSync(join(stage.cwd, name));
  const again = await ask(stage, session, "permission", { name });
  if (again === undefined || again.end.reply.kind !== "result") {
    stage.notTested(REMEMBERED, "there was no second turn");
    return;
  }
  const [request] = requestsAfter(session.connection, ASKS, again.turn.request.number);
  if (request === undefined && !existsSync(join(stage.cwd, name))) {
    stage.notTested(REMEMBERED, "the agent did not do the same again");
    return;
  }
  stage.expect(REMEMBERED, request === undefined, () => ({
    expected: "no second question about an operation that was allowed for good",
    actual: "it is asked again",
    frames: [again.turn.request, request, ...framesOf(again.end.reply).slice(1)],
  }));
}

function timesAsked({ turn }: Asked): number {
  return requestsAfter(turn.connection, ASKS, turn.request.number).length;
}
