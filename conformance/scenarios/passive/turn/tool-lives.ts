import type { Transcript } from "../../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../../src/engine/scenario.js";
import type { Frame } from "../../../../src/wire/frame.js";
import { type Json, wordOf } from "../../../../src/wire/message.js";
import { answersIn, requestsIn } from "../../steps/messages.js";
import { noteEach, onEach } from "../../steps/passive.js";
import { at, member, shortly } from "../../steps/reply.js";
import { keyOf, reports } from "../../steps/tool-reports.js";
import type { Update } from "../../steps/turn.js";

/**
 * The way of a tool call from pending to its end (docs/protocol/v1/prompt-turn.mdx, "Tool Invocation and Status
 * Reporting"; tool-calls.mdx, "Status").
 */
export const toolLifeChecks: readonly PassiveCheck[] = [
  // A call that permission was asked for is the business of permission.allow-proceeds.
  onEach("acp.v1.tools.in-progress-reported", unaskedSuccesses, ({ all, statuses }) =>
    statuses.includes("in_progress")
      ? undefined
      : {
          expected: "in_progress between pending and completed",
          actual: statuses.map(shortly).join(", "),
          frames: all.slice(0, 3).map(({ frame }) => frame),
        },
  ),
  onEach("acp.v1.tools.final-reported", runningInEndedTurns, ({ all, statuses, end }) =>
    FINAL.has(wordOf(statuses.at(-1)))
      ? undefined
      : {
          expected: "completed or failed for a tool call that was in progress, by the end of its turn",
          actual: statuses.map(shortly).join(", "),
          frames: [all.at(-1)?.frame, end],
        },
  ),
  onEach("acp.v1.tools.pending-meaning", askedCalls, ({ request, before, status }) =>
    status === "in_progress" || status === "completed"
      ? {
          expected: "a tool call that is pending while its first approval is outstanding",
          actual: `status ${shortly(status)}`,
          frames: [before?.frame, request],
        }
      : undefined,
  ),
  noteEach(
    "acp.v1.tools.name-field",
    named,
    ({ names }) => (names.length > 1 ? `the name of a tool call goes from ${names.join(" to ")}` : undefined),
    "tool calls have a name that stays the same",
  ),
];

const FINAL: ReadonlySet<string> = new Set(["completed", "failed"]);

interface ToolLife {
  readonly key: string;
  readonly all: readonly Update[];
  /** What was reported, in order; the first is pending unless it says otherwise. */
  readonly statuses: readonly Json[];
}

/** Each tool call, by session, id and the turn that it began in. */
function lives(transcript: Transcript): ToolLife[] {
  const open = new Map<string, Update[]>();
  const ended: Update[][] = [];
  for (const report of reports(transcript)) {
    const key = keyOf(report);
    const isOver = open.get(key)?.some(({ update }) => FINAL.has(wordOf(update["status"])));
    // The same id again, when its call is over, is another call.
    if (report.kind === "tool_call" && isOver === true) open.delete(key);
    const known = open.get(key);
    if (known !== undefined) known.push(report);
    else if (report.kind === "tool_call") {
      const all = [report];
      open.set(key, all);
      ended.push(all);
    }
  }
  return ended.flatMap((all) => {
    const [first] = all;
    return first === undefined ? [] : [{ key: keyOf(first), all, statuses: statusesOf(all) }];
  });
}

function statusesOf(all: readonly Update[]): Json[] {
  return all.flatMap(({ kind, update }) => {
    const status = update["status"] ?? null;
    if (status === null) return kind === "tool_call" ? ["pending"] : [];
    return [status];
  });
}

function unaskedSuccesses(transcript: Transcript): ToolLife[] {
  const asked = new Set(permissions(transcript).map(({ key }) => key));
  return lives(transcript).filter(
    ({ key, statuses }) => !asked.has(key) && statuses[0] === "pending" && statuses.includes("completed"),
  );
}

/** Calls that were in progress, in turns that ended by themselves. */
function runningInEndedTurns(transcript: Transcript): (ToolLife & { readonly end: Frame })[] {
  const ends = answersIn(transcript).filter(
    ({ method, value }) => method === "session/prompt" && at(value, "result", "stopReason") === "end_turn",
  );
  return lives(transcript).flatMap((life) => {
    const [first] = life.all;
    const end = ends.find(
      ({ request, frame }) =>
        first !== undefined &&
        request.message.kind === "request" &&
        member(request.message.params, "sessionId") === first.sessionId &&
        request.number < first.frame.number &&
        frame.number > first.frame.number,
    );
    if (end === undefined || !life.statuses.includes("in_progress")) return [];
    const all = life.all.filter(({ frame }) => frame.number < end.frame.number);
    const statuses = statusesOf(all);
    return statuses.includes("in_progress") ? [{ ...life, all, statuses, end: end.frame }] : [];
  });
}

function permissions(transcript: Transcript): { request: Frame; key: string; status: Json | undefined }[] {
  return requestsIn(transcript)
    .filter(({ method }) => method === "session/request_permission")
    .map(({ frame, params }) => ({
      request: frame,
      key: JSON.stringify([member(params, "sessionId"), at(params, "toolCall", "toolCallId")]),
      status: at(params, "toolCall", "status") ?? undefined,
    }));
}

/** The first permission request of each call, with the status that the call has then: its own, or the last reported. */
function askedCalls(
  transcript: Transcript,
): { request: Frame; before: Update | undefined; status: Json | undefined }[] {
  const all = lives(transcript);
  const seen = new Set<string>();
  return permissions(transcript).flatMap(({ request, key, status }) => {
    if (seen.has(key)) return [];
    seen.add(key);
    const life = all.findLast(
      (each) => each.key === key && (each.all[0]?.frame.number ?? 0) < request.number,
    );
    const before = life?.all.filter(({ frame }) => frame.number < request.number) ?? [];
    return [{ request, before: before.at(-1), status: status ?? statusesOf(before).at(-1) }];
  });
}

/** The different names of each call that has one. */
function named(transcript: Transcript): { names: string[] }[] {
  return lives(transcript).flatMap(({ all }) => {
    const names = all.map(({ update }) => update["name"]).filter((name) => typeof name === "string");
    return names.length === 0 ? [] : [{ names: [...new Set(names)] }];
  });
}
