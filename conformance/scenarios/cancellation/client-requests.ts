import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentScenario, AgentStage } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { ask, promptFor } from "../steps/ask.js";
import {
  hold,
  override,
  requestIn,
  requestsAfter,
  respond,
  type ServedSession,
  servedBy,
} from "../steps/client.js";
import { answersOfClientIn } from "../steps/messages.js";
import { at, framesOf, told } from "../steps/reply.js";
import { begin, cancel, finish, stopReason, type Turn } from "../steps/turn.js";
import { afterCancel, CASCADE, noteAfter, STOPS, TOOL_STATUS } from "./after-cancel.js";

const DURING = "acp.v1.cancel.agent-during-client-request";
const RELEASES = "acp.v1.cancel.agent-releases-terminals";

/**
 * A cancel that comes while the agent waits for the client's files or for a command in a terminal still ends the turn as
 * cancelled (docs/protocol/v1/prompt-turn.mdx, "Cancellation"), what runs is stopped, and the terminal released
 * (terminals.mdx, "Executing Commands").
 */
export const cancelDuringClientRequest: AgentScenario = servedBy(
  { readTextFile: true, terminal: true },
  "cancellation/client-requests",
  [DURING, RELEASES, STOPS, CASCADE, TOOL_STATUS],
  async (stage, session) => {
    for (const id of [RELEASES, STOPS, CASCADE, TOOL_STATUS]) {
      stage.notTested(id, "the agent does not use the client's terminals");
    }
    await duringRead(stage, session);
    await duringCommand(stage, session);
  },
);

async function duringRead(stage: AgentStage, session: ServedSession): Promise<void> {
  const path = join(stage.cwd, "notes.txt");
  writeFileSync(path, "alpha bravo\n");
  const prompt = promptFor(stage, "readFile", { path });
  if (prompt === undefined) return;
  override(session, { "fs/read_text_file": hold });
  const turn = begin(session, prompt);
  const asked = await requestIn(turn, "fs/read_text_file");
  if (asked === undefined) {
    await finish(turn);
    override(session, {});
    stage.notTested(DURING, "the agent does not read through the client");
    return;
  }
  const cancelled = cancel(session);
  await session.connection.barrier();
  override(session, {});
  // Whoever waits for the client may wait for its answer, which comes a moment later.
  respond(session.connection, asked, { result: { content: "alpha bravo\n" } });
  await judgeEnd(stage, turn, [asked, cancelled]);
}

async function duringCommand(stage: AgentStage, session: ServedSession): Promise<void> {
  const prompt = promptFor(stage, "longTerminal", { command: "sleep 600" });
  if (prompt === undefined) return;
  const turn = begin(session, prompt);
  const created = await requestIn(turn, "terminal/create");
  if (created === undefined) {
    await finish(turn);
    return;
  }
  await requestIn(turn, "terminal/wait_for_exit");
  const cancelled = cancel(session);
  const barrier = await session.connection.barrier();
  // An agent that waits for the command alone would wait for minutes: at the deadline the command ends.
  await turn.reply;
  await session.connection.barrier();
  const runsOn = session.client.terminals.isRunning;
  session.client.close();
  await judgeEnd(stage, turn, [created, cancelled]);
  noteAfter(stage, afterCancel(session.connection, turn, barrier));
  if (runsOn) {
    stage.violated(STOPS, {
      expected: "the command of the cancelled turn ended with terminal/kill or terminal/release",
      actual: "it runs on",
      frames: [turn.request, created, cancelled],
    });
  }
  await judgeRelease(stage, session, turn, created);
}

async function judgeEnd(stage: AgentStage, turn: Turn, before: readonly Frame[]): Promise<void> {
  const { reply } = await finish(turn);
  stage.expect(DURING, stopReason(reply) === "cancelled", () => ({
    expected: 'a result with stopReason "cancelled"',
    actual: told(reply),
    frames: [turn.request, ...before, ...framesOf(reply).slice(1)],
  }));
}

/** Judged behind one more turn: a terminal of a cancelled turn is of no use then. */
async function judgeRelease(
  stage: AgentStage,
  session: ServedSession,
  turn: Turn,
  created: Frame,
): Promise<void> {
  const made = answersOfClientIn(session.connection.transcript).find(({ request }) => request === created);
  const terminalId = at(made?.value, "result", "terminalId");
  const next = await ask(stage, session, "short");
  if (
    terminalId === undefined ||
    next?.end.reply.kind !== "result" ||
    turn.connection.subject.exit !== undefined
  ) {
    stage.notTested(RELEASES, "there was no terminal, or no turn behind the cancelled one");
    return;
  }
  const release = requestsAfter(session.connection, "terminal/release").find(
    ({ message }) => message.kind === "request" && at(message.params, "terminalId") === terminalId,
  );
  stage.expect(RELEASES, release !== undefined, () => ({
    expected: "terminal/release for the terminal of the cancelled turn",
    actual: "none up to the end of the next turn",
    frames: [created, made?.frame, ...framesOf(next.end.reply)],
  }));
}
