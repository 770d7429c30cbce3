import type { Reply } from "../../../../src/driver/agent-connection.js";
import type { AgentScenario, AgentStage } from "../../../../src/engine/scenario.js";
import { longPrompt } from "../../steps/ask.js";
import { framesOf, told } from "../../steps/reply.js";
import { afterInitialize, cannotJudge } from "../../steps/setup.js";
import { begin, cancel, finish, isRunning, type Turn } from "../../steps/turn.js";
import { type StatefulSession, setMode, setOption, statefulSession, valuesOf } from "./session-state.js";

const MODE = "acp.v1.modes.set-any-time";
const OPTION = "acp.v1.config.set-any-time";
const UNSET = "acp.v1.config.works-unset";

const JUDGES = [MODE, OPTION, UNSET];

/**
 * A turn runs though no option was ever set, and what can be set can be set while it runs: each is set to what it is
 * (docs/protocol/v1/session-modes.mdx, "Setting the current mode"; session-config-options.mdx, "Default Values and Graceful
 * Degradation" and "Setting a Config Option").
 */
export const setMidTurn: AgentScenario = afterInitialize(
  "session/set-mid-turn",
  JUDGES,
  async (stage, ready) => {
    const session = await statefulSession(stage, ready);
    if ("reason" in session) {
      cannotJudge(stage, JUDGES, session.reason);
      return;
    }
    const settings = settingsOf(session);
    for (const [id, setting] of Object.entries(settings))
      if (setting === undefined) stage.notApplicable(id, "session/new gave nothing of this to set");
    if (session.options.length === 0) stage.notApplicable(UNSET, "session/new gave no configOptions");
    if (settings[MODE] === undefined && settings[OPTION] === undefined) return;
    const turn = begin(session, longPrompt(stage));
    const isUnderWay = await isRunning(turn);
    if (!isUnderWay) {
      const { reply } = await finish(turn);
      await judgeUnset(stage, session, reply);
      for (const id of [MODE, OPTION])
        if (settings[id] !== undefined) stage.notTested(id, `the turn got ${told(reply)} before that`);
      return;
    }
    if (session.options.length > 0) stage.holds(UNSET);
    await judgeSettings(stage, turn, settings);
  },
);

type Settings = Readonly<Record<string, (() => Promise<Reply>) | undefined>>;

function settingsOf(session: StatefulSession): Settings {
  const { currentModeId } = session;
  const option = session.options.find((each) => valuesOf(each).length > 0);
  return {
    [MODE]: currentModeId === undefined ? undefined : () => setMode(session, currentModeId),
    [OPTION]: option === undefined ? undefined : () => setOption(session, option),
  };
}

/** Whatever waits for the turn is answered behind it: only what is refused then, and not otherwise, is refused for being busy. */
async function judgeSettings(stage: AgentStage, turn: Turn, settings: Settings): Promise<void> {
  const replies: [string, () => Promise<Reply>, Reply][] = [];
  for (const [id, set] of Object.entries(settings))
    if (set !== undefined) replies.push([id, set, await set()]);
  cancel(turn);
  await finish(turn);
  for (const [id, set, during] of replies) {
    const reply = during.kind === "silence" ? await turn.connection.replyTo(during.request) : during;
    if (reply.kind === "result") {
      stage.holds(id);
      continue;
    }
    const idle = await set();
    if (idle.kind === "result") {
      stage.violated(id, {
        expected: "to be set while a turn runs as it is while none runs",
        actual: told(reply),
        frames: [turn.request, ...framesOf(reply), ...framesOf(idle)],
      });
    } else stage.notTested(id, `it cannot be set while no turn runs either: ${told(idle)}`);
  }
}

/** A turn that only runs once the options were set needed them. */
async function judgeUnset(stage: AgentStage, session: StatefulSession, reply: Reply): Promise<void> {
  if (session.options.length === 0) return;
  if (reply.kind === "result") {
    stage.holds(UNSET);
    return;
  }
  for (const option of session.options) await setOption(session, option);
  const again = begin(session, longPrompt(stage));
  if (await isRunning(again)) cancel(again);
  const { reply: second } = await finish(again);
  if (second.kind === "result") {
    stage.violated(UNSET, {
      expected: "a turn with the default values",
      actual: `${told(reply)}, and a turn once every option was set`,
      frames: [...framesOf(reply), ...framesOf(second)],
    });
  } else stage.notTested(UNSET, `the turn got ${told(reply)}`);
}
