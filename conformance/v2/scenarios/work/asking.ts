import type { AgentScenario, AgentStage } from "../../../../src/engine/scenario.js";
import type { Step } from "../../../../src/engine/script/step.js";
import { promptFor } from "../../../scenarios/steps/ask.js";
import { requestsAfter } from "../../../scenarios/steps/client.js";
import { cannotJudge, type Session } from "../../../scenarios/steps/setup.js";
import { inSession } from "../../steps/setup.js";
import { work } from "../../steps/work.js";

const SUBJECTS = ["acp.v2.permission.subject-tool-call", "acp.v2.permission.subject-command"];
const ELICITATION = ["acp.v2.elicitation.exactly-one-scope", "acp.v2.elicitation.schema-required-members"];

/** Several permission requests at once; passive checks judge what they are about (docs/protocol/v2/tool-calls.mdx, "Requesting Permission"). */
export const severalPermissions: AgentScenario = inSession(
  "permission/subjects",
  SUBJECTS,
  async (stage, session) =>
    await provoke(stage, session, "severalPermissions", "session/request_permission", SUBJECTS),
);

/** A form for the user; passive checks judge it (docs/protocol/v2/elicitation.mdx, "Checking Support"). */
export const elicitation: AgentScenario = inSession(
  "elicitation/form",
  ELICITATION,
  async (stage, session) => {
    session.connection.policy = { "elicitation/create": () => ({ result: { action: "cancel" } }) };
    await provoke(stage, session, "elicitForm", "elicitation/create", ELICITATION);
  },
  { announce: { elicitation: { form: {}, url: {} } } },
);

async function provoke(
  stage: AgentStage,
  session: Session,
  step: Step,
  method: string,
  ids: readonly string[],
): Promise<void> {
  const prompt = promptFor(stage, step);
  if (prompt === undefined) {
    cannotJudge(stage, ids, `no script says how to ask for ${step}`);
    return;
  }
  await work(session, prompt);
  const isAsked = requestsAfter(session.connection, method).length > 0;
  cannotJudge(stage, ids, isAsked ? "nothing of it was seen" : `the agent called no ${method}`);
}
