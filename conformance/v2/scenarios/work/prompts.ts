import type { AgentScenario, AgentStage } from "../../../../src/engine/scenario.js";
import type { Json } from "../../../../src/wire/message.js";
import { promptFor } from "../../../scenarios/steps/ask.js";
import { errorCode, framesOf, member, shortly, told } from "../../../scenarios/steps/reply.js";
import type { Session } from "../../../scenarios/steps/setup.js";
import { SHORT, text } from "../../../scenarios/steps/turn.js";
import { inSession } from "../../steps/setup.js";
import { type WorkEnd, work } from "../../steps/work.js";

const BASELINE = "acp.v2.prompt.baseline";
const IDLE = "acp.v2.state.idle";
const UNSUPPORTED = "acp.v2.prompt.unsupported-content";
const MALFORMED = "acp.v2.jsonrpc.malformed-known-not-fallback";
const NOT_FOUND = "acp.v2.jsonrpc.session-not-found";

const INVALID_PARAMS = -32602;
const RESOURCE_NOT_FOUND = -32002;

/**
 * Prompts of the kinds that every agent takes, and what none takes (docs/protocol/v2/initialization.mdx, "Session Prompt
 * Capabilities"; prompt-lifecycle.mdx, "4. Report Completion"; migration.mdx, "Migration checklist: SDKs"; schema
 * ContentBlock and SessionNotFoundErrorData). Passive checks look at the updates meanwhile.
 */
export const prompts: AgentScenario = inSession(
  "prompt/kinds",
  [BASELINE, IDLE, UNSUPPORTED, MALFORMED, NOT_FOUND],
  async (stage, session) => {
    const short = promptFor(stage, "short") ?? text(SHORT);
    judgeIdle(stage, await work(session, short));
    const link = { type: "resource_link", uri: `file://${stage.cwd}/note.txt`, name: "note.txt" };
    const linked = await work(session, [...short, link]);
    stage.expect(BASELINE, linked.reply.kind === "result", () => ({
      expected: "a prompt of text and a resource link accepted",
      actual: told(linked.reply),
      frames: framesOf(linked.reply),
    }));
    await judgeRefusals(stage, session, short);
  },
);

function judgeIdle(stage: AgentStage, { reply, idle, neededCancel }: WorkEnd): void {
  if (reply.kind !== "result") stage.notTested(IDLE, `the prompt gave ${told(reply)}`);
  else if (neededCancel) stage.notTested(IDLE, "the work behind a short prompt ended only when cancelled");
  else {
    stage.expect(IDLE, idle !== undefined, () => ({
      expected: "a state_update with idle behind the work of a short prompt",
      actual: "none, not even after session/cancel",
      frames: framesOf(reply),
    }));
  }
}

async function judgeRefusals(stage: AgentStage, session: Session, short: readonly Json[]): Promise<void> {
  const strange = await work(session, [...short, { type: "_acp-assay.example/pigeon" }]);
  stage.expect(UNSUPPORTED, errorCode(strange.reply) === INVALID_PARAMS, () => ({
    expected: `error ${INVALID_PARAMS} for a block of a type that nobody knows`,
    actual: told(strange.reply),
    frames: framesOf(strange.reply),
  }));
  const broken = await session.connection.wrongly(() => work(session, [...short, { type: "text" }]));
  stage.expect(MALFORMED, broken.reply.kind === "error", () => ({
    expected: "an error for a text block without text",
    actual: told(broken.reply),
    frames: framesOf(broken.reply),
  }));
  const sessionId = "acp-assay-no-such-session";
  const lost = await session.connection.request("session/prompt", { sessionId, prompt: [...short] });
  const data = lost.kind === "error" ? lost.error["data"] : undefined;
  const isTold = errorCode(lost) === RESOURCE_NOT_FOUND && member(data, "sessionId") === sessionId;
  stage.expect(NOT_FOUND, isTold, () => ({
    expected: `error ${RESOURCE_NOT_FOUND} with the sessionId in its data`,
    actual: lost.kind === "error" ? `${told(lost)}, data ${shortly(data)}` : told(lost),
    frames: framesOf(lost),
  }));
}
