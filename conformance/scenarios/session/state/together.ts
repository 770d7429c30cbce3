import type { AgentScenario, AgentStage } from "../../../../src/engine/scenario.js";
import type { JsonObject } from "../../../../src/wire/message.js";
import { framesOf, shortly, told } from "../../steps/reply.js";
import { afterInitialize, cannotJudge } from "../../steps/setup.js";
import { updatesIn } from "../../steps/turn.js";
import {
  otherValue,
  type StatefulSession,
  setMode,
  setOption,
  statefulSession,
  valueIn,
  valuesOf,
} from "./session-state.js";

const INDEPENDENT = "acp.v1.session.independent";
const SYNC = "acp.v1.config.modes-in-sync";
const ECHO = "acp.v1.modes.echo-after-set";

const JUDGES = [INDEPENDENT, SYNC, ECHO];

/**
 * What is set in one session stays there (docs/protocol/v1/session-setup.mdx, introduction), and a mode that is set shows in
 * the option that stands for it (session-config-options.mdx, "Relationship to Session Modes"). The client announces toggles.
 */
export const stateTogether: AgentScenario = afterInitialize(
  "session/state-together",
  JUDGES,
  async (stage, ready) => {
    const one = await statefulSession(stage, ready);
    const two = await statefulSession(stage, ready);
    if ("reason" in one || "reason" in two) {
      cannotJudge(stage, JUDGES, "reason" in one ? one.reason : "no second session could be made");
      return;
    }
    await judgeIndependent(stage, one, two);
    await judgeModes(stage, one);
    await setToggle(one);
  },
  () => ({ session: { configOptions: { boolean: {} } } }),
);

/** Sets an option in one session, and looks at it in the other with the answer to setting another option to what it is. */
async function judgeIndependent(
  stage: AgentStage,
  one: StatefulSession,
  two: StatefulSession,
): Promise<void> {
  const option = one.options.find((each) => otherValue(each) !== undefined);
  const value = option === undefined ? undefined : otherValue(option);
  const probe = two.options.find((each) => each["id"] !== option?.["id"] && valuesOf(each).length > 0);
  if (option === undefined || value === undefined || probe === undefined) {
    stage.notTested(INDEPENDENT, "the sessions have not two options to set and to look at");
    return;
  }
  const before = two.options.find((each) => each["id"] === option["id"])?.["currentValue"];
  const set = await setOption(one, option, value);
  const seen = await setOption(two, probe);
  const after = valueIn(seen, option);
  if (set.kind !== "result" || after === undefined || before === undefined) {
    stage.notTested(INDEPENDENT, `session/set_config_option gave ${told(set)}, then ${told(seen)}`);
    return;
  }
  stage.expect(INDEPENDENT, after === before, () => ({
    expected: `${shortly(option["id"])} of the other session still at ${shortly(before)}`,
    actual: shortly(after),
    frames: [...framesOf(set), ...framesOf(seen)],
  }));
}

async function judgeModes(stage: AgentStage, session: StatefulSession): Promise<void> {
  const modeId = session.modes.find((id) => id !== session.currentModeId);
  if (modeId === undefined) {
    for (const id of [SYNC, ECHO]) stage.notApplicable(id, "session/new gave no second mode");
    return;
  }
  const set = await setMode(session, modeId);
  await session.connection.barrier();
  const echo = updatesIn(session.connection.transcript).some(
    ({ kind, frame }) => kind === "current_mode_update" && frame.number > set.request.number,
  );
  stage.recorded(ECHO, `session/set_mode is ${echo ? "" : "not "}followed by current_mode_update`);
  const option = session.options.find((each) => isSameChoice(each, session));
  const probe = session.options.find((each) => each !== option && valuesOf(each).length > 0);
  if (option === undefined || probe === undefined) {
    stage.notTested(SYNC, "no option stands for the modes, or there is none beside it to look with");
    return;
  }
  const seen = await setOption(session, probe);
  const value = valueIn(seen, option);
  if (set.kind !== "result" || value === undefined) {
    stage.notTested(SYNC, `session/set_mode gave ${told(set)}, session/set_config_option ${told(seen)}`);
    return;
  }
  stage.expect(SYNC, value === modeId, () => ({
    expected: `the option ${shortly(option["id"])} at the mode that was set, ${shortly(modeId)}`,
    actual: shortly(value),
    frames: [...framesOf(set), ...framesOf(seen)],
  }));
}

/** Does the option offer exactly the modes? */
function isSameChoice(option: JsonObject, { modes }: StatefulSession): boolean {
  const values = valuesOf(option);
  return (
    option["category"] === "mode" &&
    values.length === modes.length &&
    values.every((value) => modes.includes(value))
  );
}

/** A toggle is set as the page shows it; what comes back is judged wherever options come back. */
async function setToggle(session: StatefulSession): Promise<void> {
  const toggle = session.options.find(({ type }) => type === "boolean");
  if (toggle !== undefined) await setOption(session, toggle);
}
