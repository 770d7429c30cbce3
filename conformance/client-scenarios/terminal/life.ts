import { setTimeout as delay } from "node:timers/promises";
import type { Reply } from "../../../src/driver/conversation.js";
import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import { errorCode, framesOf, member, shortly, told } from "../../scenarios/steps/reply.js";
import type { ClientTurn } from "../steps/turn.js";
import {
  ALL_METHODS,
  create,
  finished,
  onTerminal,
  outputOf,
  started,
  type Terminal,
  withTerminals,
} from "./terminals.js";

const IMMEDIATE = "acp.v1.terminal.create-immediate";
const CURRENT = "acp.v1.terminal.output-current";
const PRESENCE = "acp.v1.terminal.exit-status-presence";
const BLOCKS = "acp.v1.terminal.wait-blocks";
const OTHERS = "acp.v1.terminal.wait-non-blocking-others";
const KILLS = "acp.v1.terminal.kill-terminates";
const KEEPS = "acp.v1.terminal.kill-keeps-id";
const INVALIDATES = "acp.v1.terminal.release-invalidates";
const RELEASES = "acp.v1.terminal.release-kills";
const NOTES = {
  killExited: "acp.v1.terminal.kill-exited",
  unknown: "acp.v1.terminal.unknown-id",
  pending: "acp.v1.terminal.release-pending-wait",
} as const;

const ASK_AGAIN_MS = 10;
/** Prints its pid and then nothing, for a minute. */
const SLOW = "process.stdout.write(String(process.pid)); setTimeout(() => {}, 60000)";

/** A command from its start to the release of its terminal (docs/protocol/v1/terminals.mdx, all sections). */
export const life: ClientScenario = withTerminals(
  "terminal/life",
  [
    IMMEDIATE,
    CURRENT,
    PRESENCE,
    BLOCKS,
    OTHERS,
    KILLS,
    KEEPS,
    INVALIDATES,
    RELEASES,
    ...Object.values(NOTES),
  ],
  async (stage, turn) => {
    const terminal = await create(turn, SLOW);
    // It runs for a minute: an answer within the deadline did not wait for it.
    stage.expect(IMMEDIATE, terminal.reply.kind !== "silence", () =>
      unanswered("a terminal while the command runs", terminal.reply),
    );
    if ("reason" in terminal) return;
    const shown = await untilOutput(turn, terminal);
    stage.expect(CURRENT, shown.kind === "result", () =>
      unanswered("terminal/output answered at once", shown),
    );
    if (shown.kind === "silence") return;
    const early = shown.kind === "result" ? (member(shown.result, "exitStatus") ?? null) : null;
    stage.expect(PRESENCE, early === null, () => ({
      expected: "no exitStatus while the command runs",
      actual: shortly(early),
      frames: framesOf(shown),
    }));
    await judgeWait(stage, turn, terminal, outputOf(shown));
    await judgeRelease(stage, turn, terminal);
    await judgeReleaseOfRunning(stage, turn);
    const unknown = await onTerminal(turn, "output", {
      ...terminal,
      terminalId: "acp-assay-no-such-terminal",
    });
    stage.recorded(NOTES.unknown, `an unknown terminal: ${told(unknown)}`);
  },
);

/** Asks for output until there is some: the command needs its time to start. */
async function untilOutput(turn: ClientTurn, terminal: Terminal): Promise<Reply> {
  const deadline = performance.now() + turn.connection.timeoutMs;
  for (;;) {
    const reply = await onTerminal(turn, "output", terminal);
    if (reply.kind !== "result" || outputOf(reply) !== "" || performance.now() > deadline) return reply;
    await delay(ASK_AGAIN_MS);
  }
}

/** A wait that is open while the command runs, keeps nobody else waiting, and ends with it. */
async function judgeWait(
  stage: ClientStage,
  turn: ClientTurn,
  terminal: Terminal,
  printed: string | undefined,
): Promise<void> {
  const wait = turn.begin("terminal/wait_for_exit", { terminalId: terminal.terminalId });
  const beside = await onTerminal(turn, "output", terminal);
  stage.expect(OTHERS, beside.kind !== "silence", () =>
    unanswered("terminal/output answered beside a wait", beside),
  );
  const isEarly = turn.connection.transcript.ofSubject().some((frame) => isAnswer(frame, wait.request));
  stage.expect(BLOCKS, !isEarly, () => ({
    expected: "no answer to wait_for_exit while the command runs",
    actual: "an answer",
    frames: [wait.request],
  }));
  const kill = await onTerminal(turn, "kill", terminal);
  const ended = await turn.connection.replyTo(wait.request);
  stage.expect(KILLS, ended.kind === "result", () => ({
    expected: "the command, and with it the wait, ended by terminal/kill",
    actual: `kill: ${told(kill)}; wait: ${told(ended)}`,
    frames: [...framesOf(kill), ...framesOf(ended)],
  }));
  if (ended.kind !== "result") return;
  const after = await onTerminal(turn, "output", terminal);
  const again = await onTerminal(turn, "wait_for_exit", terminal);
  const isKept = outputOf(after) === printed && again.kind === "result";
  stage.expect(KEEPS, isKept, () => ({
    expected: "the output and the status of a killed command, as long as its terminal is not released",
    actual: `output: ${told(after)}; wait: ${told(again)}`,
    frames: [...framesOf(after), ...framesOf(again)],
  }));
  stage.recorded(
    NOTES.killExited,
    `killing a command that has ended: ${told(await onTerminal(turn, "kill", terminal))}`,
  );
}

function isAnswer({ message }: Reply["request"], request: Reply["request"]): boolean {
  return (
    message.kind === "response" &&
    request.message.kind === "request" &&
    message.id.key === request.message.id.key
  );
}

async function judgeRelease(stage: ClientStage, turn: ClientTurn, terminal: Terminal): Promise<void> {
  const released = await onTerminal(turn, "release", terminal);
  const uses = [
    await onTerminal(turn, "output", terminal),
    await onTerminal(turn, "wait_for_exit", terminal),
    await onTerminal(turn, "kill", terminal),
  ];
  const valid = uses.find(({ kind }) => kind === "result");
  stage.expect(INVALIDATES, valid === undefined, () => ({
    expected: "errors for a terminal that is released",
    actual: valid === undefined ? "" : told(valid),
    frames: [...framesOf(released), ...(valid === undefined ? [] : framesOf(valid))],
  }));
  const unserved = [released, ...uses].find((reply) => errorCode(reply) === -32601);
  // Only the release itself tells for sure: "method not found" may be how a client words an id that is gone.
  stage.expect(ALL_METHODS, errorCode(released) !== -32601, () => ({
    expected: "every terminal method served",
    actual: unserved === undefined ? "" : told(unserved),
    frames: framesOf(released),
  }));
}

/** The command tells its pid, so that its end can be seen from outside. */
async function judgeReleaseOfRunning(stage: ClientStage, turn: ClientTurn): Promise<void> {
  const terminal = await started(turn, SLOW);
  if (terminal === undefined) return;
  const pid = Number(outputOf(await untilOutput(turn, terminal)));
  const wait = turn.begin("terminal/wait_for_exit", { terminalId: terminal.terminalId });
  const released = await onTerminal(turn, "release", terminal);
  stage.recorded(NOTES.pending, `a wait that is open at the release: ${told(await wait.reply)}`);
  if (!Number.isInteger(pid) || pid <= 1) return;
  const isGone = await waitForEnd(pid, turn.connection.timeoutMs);
  stage.expect(RELEASES, isGone, () => ({
    expected: "the command ended by terminal/release",
    actual: "it still runs",
    frames: framesOf(released),
  }));
  if (!isGone) process.kill(pid, "SIGKILL");
  await finished(turn, "");
}

/** Waits until there is no such process; whoever started it reaps it. */
async function waitForEnd(pid: number, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (performance.now() < deadline) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await delay(ASK_AGAIN_MS);
  }
  return false;
}

function unanswered(
  expected: string,
  reply: Reply,
): { expected: string; actual: string; frames: Reply["request"][] } {
  return { expected, actual: told(reply), frames: framesOf(reply) };
}
