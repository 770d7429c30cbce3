import { type Answer, wrongAnswer } from "../../../src/driver/client-policy.js";
import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import { ended, plainAgent } from "../steps/agent.js";
import { liveOn, NO_PROMPT, notTested, requestsTo } from "../steps/turn.js";

const ERRORS = "acp.v1.prompt.client-shows-error";

const ENDS: readonly (readonly [what: string, answer: Answer])[] = [
  ["an internal error", { error: { code: -32603, message: "Internal error" } }],
  ["a login that ran out", { error: { code: -32000, message: "Authentication required" } }],
  ["the stop reason refusal", ended("refusal")],
  ["an unknown stop reason", wrongAnswer(ended("acp_assay_future"))],
];

/** Turns that end in another way than well: nothing is demanded, so what the client does then is written down. */
export const oddEnds: ClientScenario = {
  name: "life/odd-ends",
  judges: [ERRORS],
  async run(stage) {
    if (!stage.facts.prompts) return notTested(stage, [ERRORS], NO_PROMPT);
    const notes: string[] = [];
    for (const [what, answer] of ENDS) notes.push(`${what}: ${await afterEnd(stage, answer)}`);
    stage.recorded(ERRORS, `what the client does when a turn ends with ${notes.join("; ")}`);
  },
};

async function afterEnd(stage: ClientStage, answer: Answer): Promise<string> {
  let prompts = 0;
  const client = await stage.start(() =>
    plainAgent({ "session/prompt": () => (prompts++ === 0 ? answer : ended()) }),
  );
  await liveOn(stage, client);
  const { exit } = client.subject;
  const count = client.connections
    .flatMap(requestsTo)
    .filter(({ method }) => method === "session/prompt").length;
  await client.close();
  const further = count > 1 ? "it prompts again" : "no further prompt";
  return exit === undefined
    ? `${further}, and it goes on`
    : `${further}, and it ends (${exit.signal ?? `code ${exit.code}`})`;
}
