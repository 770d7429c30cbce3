import type { Reply } from "../../../../src/driver/agent-connection.js";
import { GREETINGS } from "../../../../src/engine/greeting.js";
import type { AgentScenario, AgentStage } from "../../../../src/engine/scenario.js";
import { isJsonObject, type Json } from "../../../../src/wire/message.js";
import { updatesOfTwo } from "../../../scenarios/passive/negotiation.js";
import { errorCode, framesOf, items, member, shortly, told } from "../../../scenarios/steps/reply.js";
import { newSession, patiently, type Ready, UNKNOWN_VERSION } from "../../../scenarios/steps/setup.js";
import { SHORT, stopReason, take, text } from "../../../scenarios/steps/turn.js";
import { introduction } from "../../steps/setup.js";

const FALLBACK = "acp.v2.init.fallback-latest";
const HIGHEST = "acp.v2.init.highest-at-or-below";
const KEEP = "acp.v2.init.keep-v1";
const ONE_VERSION = "acp.v2.init.per-connection-version";

const UNSUPPORTED_VERSION = -32022;

/**
 * Which version the agent chooses: the one that is asked for where it speaks that, and its latest for a later one. For an
 * earlier one than it speaks, the page wants its latest (docs/protocol/v2/initialization.mdx, "Version Negotiation") and the
 * schema an error (InitializeResponse): either is fine. Beside version 2 an agent should go on to speak version 1
 * (docs/protocol/v2/migration.mdx, "Supporting v1 and v2 side by side").
 */
export const versions: AgentScenario = {
  name: "initialize/versions",
  judges: [FALLBACK, HIGHEST, KEEP, ONE_VERSION],
  async run(stage) {
    await judgeLatest(stage);
    const supported = await judgeEarliest(stage);
    await judgeOne(stage, supported);
  },
};

async function ask(stage: AgentStage, version: number): Promise<{ reply: Reply; version: Json | undefined }> {
  const connection = await stage.connect();
  const reply = await patiently(connection, "initialize", introduction({}, version));
  return { reply, version: reply.kind === "result" ? member(reply.result, "protocolVersion") : undefined };
}

async function judgeLatest(stage: AgentStage): Promise<void> {
  const [{ reply, version }, own] = await Promise.all([ask(stage, UNKNOWN_VERSION), ask(stage, 2)]);
  // It speaks version 2, or it would not be here.
  const isLatest = typeof version === "number" && version >= 2 && version < UNKNOWN_VERSION;
  stage.expect(FALLBACK, isLatest, () => ({
    expected: "a result with the latest version that the agent supports, which is 2 or later",
    actual: told(reply),
    frames: framesOf(reply),
  }));
  stage.expect(HIGHEST, own.version === 2, () => ({
    expected: "version 2, which was asked for and which the agent speaks",
    actual: told(own.reply),
    frames: framesOf(own.reply),
  }));
}

/** Asks for version 0, which nobody speaks; the versions that an error lists. */
async function judgeEarliest(stage: AgentStage): Promise<readonly Json[]> {
  const { reply, version } = await ask(stage, 0);
  const data = reply.kind === "error" ? reply.error["data"] : undefined;
  const supported = items(member(data, "supported"));
  const isError =
    errorCode(reply) === UNSUPPORTED_VERSION && member(data, "requested") === 0 && supported.includes(2);
  const isOffer = typeof version === "number" && version >= 1 && version < UNKNOWN_VERSION;
  stage.expect(HIGHEST, isError || isOffer, () => ({
    expected: `error ${UNSUPPORTED_VERSION} that lists the versions, or the latest version offered`,
    actual: reply.kind === "error" ? `${told(reply)}, data ${shortly(data)}` : told(reply),
    frames: framesOf(reply),
  }));
  return supported;
}

async function judgeOne(stage: AgentStage, supported: readonly Json[]): Promise<void> {
  const connection = await stage.connect();
  // In the form of version 1, which the schema of version 2 does not know.
  const reply = await connection.wrongly(() =>
    patiently(connection, "initialize", GREETINGS[1].initialize()),
  );
  const initialize = reply.kind === "result" && isJsonObject(reply.result) ? reply.result : undefined;
  const version = initialize?.["protocolVersion"];
  const frames = framesOf(reply);
  const actual = told(reply);
  if (supported.includes(1)) {
    const expected = "version 1, which was asked for and which the agent says that it supports";
    stage.expect(HIGHEST, version === 1, () => ({ expected, actual, frames }));
  }
  stage.expect(KEEP, version === 1, () => ({ expected: "version 1 spoken beside 2", actual, frames }));
  if (initialize === undefined || version !== 1)
    stage.notApplicable(ONE_VERSION, "the agent speaks no other version");
  else await judgeSpoken(stage, { connection, initialize });
}

/** Under version 1 everything is as that has it: no updates of version 2, and a stop reason in the prompt's response. */
async function judgeSpoken(stage: AgentStage, ready: Ready): Promise<void> {
  const session = await newSession(stage, ready);
  if ("reason" in session) {
    stage.notTested(ONE_VERSION, session.reason);
    return;
  }
  const { reply } = await take(session, text(SHORT));
  const [ofTwo] = updatesOfTwo(ready.connection.transcript);
  const isUnended = reply.kind === "result" && stopReason(reply) === undefined;
  if (reply.kind !== "result" && ofTwo === undefined)
    stage.notTested(ONE_VERSION, `the prompt gave ${told(reply)}`);
  else {
    stage.expect(ONE_VERSION, ofTwo === undefined && !isUnended, () => ({
      expected: "a turn as version 1 has it, which was agreed on",
      actual: ofTwo === undefined ? "a response without stopReason" : ofTwo.kind,
      frames: [...framesOf(reply), ofTwo?.frame],
    }));
  }
}
