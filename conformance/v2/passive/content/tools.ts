import type { Transcript } from "../../../../src/driver/transcript.js";
import type { Finding, PassiveCheck } from "../../../../src/engine/scenario.js";
import type { Protocol } from "../../../../src/protocol/protocol.js";
import type { Frame } from "../../../../src/wire/frame.js";
import { isJsonObject, type Json, type JsonObject } from "../../../../src/wire/message.js";
import { requestsIn } from "../../../scenarios/steps/messages.js";
import { noteEach, onEach } from "../../../scenarios/steps/passive.js";
import { at, items, member, shortly } from "../../../scenarios/steps/reply.js";
import { onUpdate, onValue, type Shown } from "../../../scenarios/steps/schema-check.js";
import { updatesIn } from "../../../scenarios/steps/turn.js";
import { patchProblem } from "../../steps/git-patch.js";
import { resumedIn } from "../../steps/prompts.js";
import { isKnownOrOwn } from "../../steps/values.js";

/** Tool calls and the diffs in them (docs/protocol/v2/tool-calls.mdx, "Reporting", "Status" and "Diffs"). */
export const toolChecks: readonly PassiveCheck[] = [
  onEach("acp.v2.tools.first-title", firstReports, ({ report, frame }) =>
    typeof report["title"] === "string"
      ? undefined
      : { expected: "a title in the first report of a tool call", actual: shortly(report), frames: [frame] },
  ),
  onUpdate("acp.v2.tools.content-chunk", ["tool_call_content_chunk"]),
  onEach("acp.v2.tools.status-cancelled", statuses, ({ status, frame }) =>
    isKnownOrOwn("ToolCallStatus", status)
      ? undefined
      : {
          expected: "a status of the schema, or a custom one that starts with _",
          actual: shortly(status),
          frames: [frame],
        },
  ),
  noteEach(
    "acp.v2.tools.status-paused",
    statuses,
    ({ status }) => (status === "paused" ? "a tool call is paused" : undefined),
    "no tool call is paused",
  ),
  onUpdate(
    "acp.v2.tools.line-min-1",
    ["tool_call_update"],
    ({ segments }) => segments[0] === "locations" && segments.at(-1) === "line",
  ),
  onEach("acp.v2.tools.diff-shape", diffs, judgeShape),
  onValue(
    "acp.v2.tools.diff-move-copy",
    "Diff",
    movesAndCopies,
    ({ segments }) => segments.at(-1) === "oldPath",
  ),
  onEach("acp.v2.tools.diff-patch-consistent", patches, ({ text, changes, frames }) => {
    const problem = patchProblem(text, changes);
    return problem === undefined
      ? undefined
      : {
          expected: "sections of git's patch format with absolute paths of changes",
          actual: problem,
          frames,
        };
  }),
];

/** The first report of each tool call: an update, or the subject of a permission request. */
function firstReports(transcript: Transcript): { report: JsonObject; frame: Frame }[] {
  const updates = updatesIn(transcript)
    .filter(({ kind }) => kind === "tool_call_update")
    .map(({ sessionId, update, frame }) => ({ sessionId, report: update, frame }));
  const subjects = requestsIn(transcript).flatMap(({ method, params, frame }) => {
    const report = at(params, "subject", "toolCall");
    return method === "session/request_permission" && isJsonObject(report)
      ? [{ sessionId: member(params, "sessionId"), report, frame }]
      : [];
  });
  const resumed = resumedIn(transcript);
  const all = [...updates, ...subjects]
    .filter(({ sessionId }) => !resumed.has(sessionId))
    .sort((left, right) => left.frame.number - right.frame.number);
  const seen = new Set<string>();
  return all.filter(({ sessionId, report }) => {
    const key = JSON.stringify([sessionId, report["toolCallId"]]);
    return !seen.has(key) && seen.add(key);
  });
}

function statuses(transcript: Transcript): { status: Json; frame: Frame }[] {
  return updatesIn(transcript).flatMap(({ kind, update, frame }) => {
    const status = update["status"] ?? null;
    return kind === "tool_call_update" && status !== null ? [{ status, frame }] : [];
  });
}

function diffs(transcript: Transcript): Shown[] {
  return updatesIn(transcript).flatMap(({ kind, update, frame }) => {
    const contents =
      kind === "tool_call_update"
        ? items(update["content"])
        : kind === "tool_call_content_chunk"
          ? [update["content"] ?? null]
          : [];
    return contents
      .filter((content) => member(content, "type") === "diff")
      .map((value) => ({ value, frames: [frame] }));
  });
}

function judgeShape({ value, frames }: Shown, protocol: Protocol): Finding | undefined {
  const old = ["oldText", "newText"].find((name) => member(value, name) !== undefined);
  if (old !== undefined) return { expected: "changes with operations and paths", actual: old, frames };
  const violation = protocol
    .judgeDefinition("Diff", value, "diff")
    .find(({ segments }) => segments.at(-1) !== "oldPath");
  return violation === undefined
    ? undefined
    : {
        expected: `${violation.path}: ${violation.expected} (${violation.definition})`,
        actual: `${violation.path}: ${violation.actual}`,
        frames,
      };
}

function movesAndCopies(transcript: Transcript): Shown[] {
  return diffs(transcript).filter(({ value }) =>
    items(member(value, "changes")).some((change) =>
      ["move", "copy"].includes(String(member(change, "operation"))),
    ),
  );
}

function patches(
  transcript: Transcript,
): { text: string; changes: readonly Json[]; frames: readonly Frame[] }[] {
  return diffs(transcript).flatMap(({ value, frames }) => {
    const text = at(value, "patch", "text");
    return at(value, "patch", "format") === "git_patch" && typeof text === "string"
      ? [{ text, changes: items(member(value, "changes")), frames }]
      : [];
  });
}
