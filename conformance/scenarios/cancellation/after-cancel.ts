import type { AgentConnection, Reply } from "../../../src/driver/agent-connection.js";
import type { AgentStage } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { at, shortly } from "../steps/reply.js";
import { answerOf, type Turn, updatesIn } from "../steps/turn.js";

export const STOPS = "acp.v1.cancel.agent-stops-work";
export const CASCADE = "acp.v1.cancel.agent-cascade";
export const TOOL_STATUS = "acp.v1.cancel.agent-tool-status";

/** What an agent still does in a turn once it has answered something that was sent behind the cancel. */
interface AfterCancel {
  readonly turn: Turn;
  /** Work that begins only then, if any. */
  readonly begun: Frame | undefined;
  readonly statuses: readonly string[];
  readonly withdrawn: number;
}

/** Looks at the frames between the barrier behind the cancel and the end of the turn. */
export function afterCancel(connection: AgentConnection, turn: Turn, barrier: Reply): AfterCancel {
  const last = answerOf(turn)?.number ?? Number.POSITIVE_INFINITY;
  const behind = connection.transcript
    .of("a2c")
    .filter(({ number }) => number > turn.request.number && number < last);
  const isKnown = knownCalls(behind, barrier);
  const read = barrier.kind === "silence" ? Number.POSITIVE_INFINITY : barrier.frame.number;
  const begun = behind.find((frame) => frame.number > read && isNewWork(frame, isKnown));
  const statuses = updatesIn(connection.transcript)
    .filter(({ frame, kind }) => frame.number > turn.request.number && kind.startsWith("tool_call"))
    .map(({ update }) => shortly(update["status"] ?? null));
  const withdrawn = behind.filter(
    ({ message }) => "method" in message && message.method === "$/cancel_request",
  );
  return { turn, begun, statuses, withdrawn: withdrawn.length };
}

/** Judges that no new work begins behind the cancel, and writes down the rest, which the pages leave open. */
export function noteAfter(stage: AgentStage, { turn, begun, statuses, withdrawn }: AfterCancel): void {
  stage.expect(STOPS, begun === undefined, () => ({
    expected: "no new tool call or call of the client's tools once the cancel is read",
    actual: "new work",
    frames: [turn.request, begun, answerOf(turn)],
  }));
  stage.recorded(TOOL_STATUS, `statuses of the cancelled turn: ${statuses.join(", ") || "none"}`);
  stage.recorded(CASCADE, `${withdrawn} requests were withdrawn with $/cancel_request`);
}

function knownCalls(frames: readonly Frame[], barrier: Reply): (id: unknown) => boolean {
  const read = barrier.kind === "silence" ? Number.POSITIVE_INFINITY : barrier.frame.number;
  const known = new Set(frames.filter(({ number }) => number < read).map((frame) => callIdOf(frame)));
  return (id) => known.has(id);
}

function callIdOf({ message }: Frame): unknown {
  if (!("params" in message)) return undefined;
  return at(message.params, "update", "toolCallId") ?? at(message.params, "toolCall", "toolCallId");
}

/** To end a command, to read its last output and to give the terminal back is no new work. */
const NEW_WORK: ReadonlySet<string> = new Set([
  "terminal/create",
  "fs/read_text_file",
  "fs/write_text_file",
  "session/request_permission",
  "elicitation/create",
]);

function isNewWork(frame: Frame, isKnown: (id: unknown) => boolean): boolean {
  const { message } = frame;
  if (message.kind === "request") return NEW_WORK.has(message.method);
  if (message.kind !== "notification" || message.method !== "session/update") return false;
  const isCall = at(message.params, "update", "sessionUpdate") === "tool_call";
  return isCall && !isKnown(callIdOf(frame));
}
