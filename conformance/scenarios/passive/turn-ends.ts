import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { type Json, wordOf } from "../../../src/wire/message.js";
import { answersIn, answersOfClientIn } from "../steps/messages.js";
import { onEach } from "../steps/passive.js";
import { at, items, member, shortly } from "../steps/reply.js";
import { keyOf, reports } from "../steps/tool-reports.js";
import type { Update } from "../steps/turn.js";

/** What a turn that ended by itself leaves behind (docs/protocol/v1/prompt-turn.mdx, steps 4 and 5). */
export const turnEndChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.prompt.no-open-tools-at-end", callsAtEndTurn, ({ last, response }) =>
    isOpen(last)
      ? {
          expected: "every tool call completed or failed at end_turn",
          actual: `${shortly(last.update["toolCallId"])} is ${shortly(last.update["status"] ?? "pending")}`,
          frames: [last.frame, response],
        }
      : undefined,
  ),
  onEach("acp.v1.permission.allow-proceeds", allowed, ({ frames, isReported }) =>
    isReported
      ? undefined
      : {
          expected: "the tool call reported as in_progress once permission is granted",
          actual: "no such status before the end of the turn",
          frames,
        },
  ),
];

/** The last status of each tool call of a turn that ended with end_turn, by the turn's response. */
function callsAtEndTurn(transcript: Transcript): { last: Update; response: Frame }[] {
  const all = reports(transcript);
  return endTurns(transcript).flatMap(({ sessionId, request, response }) => {
    const inTurn = all.filter(
      ({ frame, sessionId: id }) =>
        id === sessionId && frame.number > request.number && frame.number < response.number,
    );
    const last = new Map<string, Update>();
    for (const report of inTurn) {
      if (report.kind === "tool_call" || (report.update["status"] ?? null) !== null)
        last.set(keyOf(report), report);
    }
    return [...last.values()].map((report) => ({ last: report, response }));
  });
}

function endTurns(
  transcript: Transcript,
): { sessionId: Json | undefined; request: Frame; response: Frame }[] {
  return answersIn(transcript).flatMap(({ method, request, frame, value }) => {
    if (method !== "session/prompt" || at(value, "result", "stopReason") !== "end_turn") return [];
    const params = request.message.kind === "request" ? request.message.params : undefined;
    return [{ sessionId: member(params, "sessionId"), request, response: frame }];
  });
}

function isOpen({ update }: Update): boolean {
  const { status = "pending" } = update;
  return status === "pending" || status === "in_progress";
}

/** Granted permissions in turns that went on to end_turn; a cancelled turn need not start anything. */
function allowed(transcript: Transcript): { frames: Frame[]; isReported: boolean }[] {
  const ends = endTurns(transcript);
  const all = reports(transcript);
  return answersOfClientIn(transcript).flatMap(({ method, request, frame, value }) => {
    const params = request.message.kind === "request" ? request.message.params : undefined;
    const chosen = at(value, "result", "outcome", "optionId");
    const option = items(member(params, "options")).find((each) => member(each, "optionId") === chosen);
    const isAllowed =
      method === "session/request_permission" && wordOf(member(option, "kind")).startsWith("allow");
    const sessionId = member(params, "sessionId");
    const end = ends.find((turn) => turn.sessionId === sessionId && turn.response.number > frame.number);
    if (!isAllowed || end === undefined || end.request.number > request.number) return [];
    const toolCallId = at(params, "toolCall", "toolCallId");
    const ofCall = all.filter(
      (report) => report.sessionId === sessionId && report.update["toolCallId"] === toolCallId,
    );
    // A request about a call that is nowhere reported is another rule's business.
    if (ofCall.length === 0) return [];
    const behind = ofCall.filter(
      ({ frame: report }) => report.number > frame.number && report.number < end.response.number,
    );
    const isReported = behind.some(({ update }) => update["status"] === "in_progress");
    const shown = behind.slice(0, 2).map((report) => report.frame);
    return [{ frames: [request, frame, ...shown, end.response], isReported }];
  });
}
