import { isAbsolute } from "node:path";
import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import type { Json } from "../../../src/wire/message.js";
import { answersOfClientIn, requestsIn } from "../steps/messages.js";
import { noteEach, onEach } from "../steps/passive.js";
import { replayedIn } from "../steps/replays.js";
import { at, items, member, shortly } from "../steps/reply.js";
import { isReport, keyOf, reports } from "../steps/tool-reports.js";
import { type Update, updateOf } from "../steps/turn.js";

/** What is reported of tool calls (docs/protocol/v1/tool-calls.mdx; overview.mdx, "Argument requirements"). */
export const toolCallChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.tools.id-unique", creations, ({ report, before }) =>
    before === undefined
      ? undefined
      : {
          expected: "a toolCallId that no other tool call of the session has",
          actual: `${shortly(report.update["toolCallId"])} again`,
          frames: [before.frame, report.frame],
        },
  ),
  onEach("acp.v1.tools.update-known-id", updatesOfCalls, ({ report, isKnown }) =>
    isKnown
      ? undefined
      : {
          expected: "an update of a tool call that was reported before",
          actual: `toolCallId ${shortly(report.update["toolCallId"])}`,
          frames: [report.frame],
        },
  ),
  onEach("acp.v1.tools.location-path-absolute", locations, ({ value, frame }) =>
    judgePath(member(value, "path"), frame),
  ),
  onEach("acp.v1.tools.location-line-one-based", linedLocations, ({ value, frame }) => {
    const line = member(value, "line");
    return typeof line === "number" && line < 1
      ? { expected: "a line number from 1 on", actual: `line ${line}`, frames: [frame] }
      : undefined;
  }),
  onEach("acp.v1.tools.diff-schema", contentOf("diff"), ({ value, frame }, protocol) => {
    const [violation] = protocol.judgeDefinition("Diff", value);
    return violation === undefined
      ? undefined
      : { expected: `${violation.path}: ${violation.expected}`, actual: violation.actual, frames: [frame] };
  }),
  onEach("acp.v1.tools.diff-path-absolute", contentOf("diff"), ({ value, frame }) =>
    judgePath(member(value, "path"), frame),
  ),
  onEach("acp.v1.tools.terminal-content", contentOf("terminal"), ({ value, frame, transcript }) => {
    const terminalId = member(value, "terminalId");
    const created = answersOfClientIn(transcript).some(
      (answer) =>
        answer.method === "terminal/create" && at(answer.value, "result", "terminalId") === terminalId,
    );
    return created
      ? undefined
      : { expected: "a terminal that terminal/create gave", actual: shortly(terminalId), frames: [frame] };
  }),
  noteEach("acp.v1.tools.raw-any-json", rawValues, noteRaw, "rawInput and rawOutput are objects"),
  noteEach("acp.v1.tools.status-order", statusSteps, noteStep, "no status goes back"),
];

interface Item {
  readonly value: Json;
  readonly frame: Frame;
  readonly transcript: Transcript;
}

/**
 * Each tool call as it is reported anew, with the report before it that has its id. The same call may be reported
 * twice while it runs; a prompt in between, or a final status before, makes it another one.
 */
function creations(transcript: Transcript): { report: Update; before: Update | undefined }[] {
  const calls = new Map<string, { readonly first: Update; readonly prompts: number; isOver: boolean }>();
  const isReplayed = replayedIn(transcript);
  let prompts = 0;
  return transcript.frames.flatMap((frame) => {
    if (frame.direction === "c2a" && isPrompt(frame.message)) prompts += 1;
    const report = updateOf(frame);
    if (report === undefined || !isReport(report)) return [];
    const key = keyOf(report);
    const known = calls.get(key);
    const isNew = report.kind === "tool_call";
    const isOther = known !== undefined && (known.isOver || known.prompts < prompts);
    if (known === undefined && isNew) calls.set(key, { first: report, prompts, isOver: false });
    const { status } = report.update;
    const call = calls.get(key);
    if (call !== undefined && (status === "completed" || status === "failed")) call.isOver = true;
    return isNew && !isReplayed(frame) ? [{ report, before: isOther ? known.first : undefined }] : [];
  });
}

function isPrompt(message: Frame["message"]): boolean {
  return message.kind === "request" && message.method === "session/prompt";
}

/** A permission request may introduce the call that it asks about, since it carries a whole tool call update. */
function updatesOfCalls(transcript: Transcript): { report: Update; isKnown: boolean }[] {
  const known = new Map<string, number>();
  const introduce = (key: string, { number }: Frame): void => {
    if (number < (known.get(key) ?? Number.POSITIVE_INFINITY)) known.set(key, number);
  };
  for (const { frame, params } of requestsIn(transcript)) {
    introduce(JSON.stringify([member(params, "sessionId"), at(params, "toolCall", "toolCallId")]), frame);
  }
  const all = reports(transcript);
  for (const report of all) if (report.kind === "tool_call") introduce(keyOf(report), report.frame);
  return all
    .filter(({ kind }) => kind === "tool_call_update")
    .map((report) => ({
      report,
      isKnown: (known.get(keyOf(report)) ?? Number.POSITIVE_INFINITY) < report.frame.number,
    }));
}

function itemsOf(member: string): (transcript: Transcript) => Item[] {
  return (transcript) =>
    reports(transcript).flatMap(({ update, frame }) =>
      items(update[member]).map((value) => ({ value, frame, transcript })),
    );
}

function locations(transcript: Transcript): Item[] {
  return itemsOf("locations")(transcript).filter(({ value }) => typeof member(value, "path") === "string");
}

function linedLocations(transcript: Transcript): Item[] {
  return locations(transcript).filter(({ value }) => typeof member(value, "line") === "number");
}

function contentOf(type: string): (transcript: Transcript) => Item[] {
  return (transcript) => itemsOf("content")(transcript).filter(({ value }) => member(value, "type") === type);
}

function judgePath(
  path: Json | undefined,
  frame: Frame,
): { expected: string; actual: string; frames: Frame[] } | undefined {
  // Agents on another system may write C:\… or \\server\…, which are absolute there.
  const isGood = typeof path !== "string" || isAbsolute(path) || /^([A-Za-z]:[\\/]|\\\\)/.test(path);
  return isGood ? undefined : { expected: "an absolute path", actual: shortly(path), frames: [frame] };
}

function rawValues(transcript: Transcript): Json[] {
  return reports(transcript)
    .flatMap(({ update }) => [update["rawInput"], update["rawOutput"]])
    .filter((value) => value !== undefined);
}

function noteRaw(value: Json): string | undefined {
  const isObject = typeof value === "object" && value !== null;
  return isObject ? undefined : `a raw value is ${shortly(value)}, where the prose says object`;
}

function statusSteps(transcript: Transcript): { from: Json | undefined; to: Json | undefined }[] {
  const last = new Map<string, Json>();
  return reports(transcript).flatMap((report) => {
    const to = report.update["status"] ?? undefined;
    const from = last.get(keyOf(report));
    if (to !== undefined) last.set(keyOf(report), to);
    return to === undefined ? [] : [{ from, to }];
  });
}

function noteStep({ from, to }: { from: Json | undefined; to: Json | undefined }): string | undefined {
  const isFinal = from === "completed" || from === "failed";
  const isBack = isFinal ? to !== from : from === "in_progress" && to === "pending";
  return isBack ? `a status goes from ${from} to ${shortly(to)}` : undefined;
}
