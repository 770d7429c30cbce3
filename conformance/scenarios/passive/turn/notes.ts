import type { Transcript } from "../../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../../src/engine/scenario.js";
import type { Frame } from "../../../../src/wire/frame.js";
import { isJsonObject, type Json, wordOf } from "../../../../src/wire/message.js";
import { answersIn, requestsIn } from "../../steps/messages.js";
import { noteEach, onEach } from "../../steps/passive.js";
import { at, items, member, shortly } from "../../steps/reply.js";
import { reports } from "../../steps/tool-reports.js";
import { isTurnOutput, type Update, updatesIn } from "../../steps/turn.js";

/** `_meta` of a notification, of its update and of the content in it (docs/protocol/v1/extensibility.mdx, "The _meta Field"). */
export const updateMetaChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.updates.meta-on-notification", metaOfUpdates, ({ frame, meta }) =>
    meta === null || isJsonObject(meta)
      ? undefined
      : { expected: "an object as _meta", actual: shortly(meta), frames: [frame] },
  ),
];

function metaOfUpdates(transcript: Transcript): { frame: Frame; meta: Json }[] {
  return updatesIn(transcript).flatMap(({ frame, update }) => {
    const params = "params" in frame.message ? frame.message.params : undefined;
    return [params, update, update["content"]].flatMap((value) => {
      const meta = member(value, "_meta");
      return meta === undefined ? [] : [{ frame, meta }];
    });
  });
}

/** What an agent may do or leave, and what the pages leave open: written down where it shows. */
export const turnNotes: readonly PassiveCheck[] = [
  noteEach(
    "acp.v1.permission.optional",
    (transcript) => requestsIn(transcript).filter(({ method }) => method === "session/request_permission"),
    () => "permission is asked for",
    "",
  ),
  noteEach(
    "acp.v1.updates.message-id-optional",
    chunks,
    ({ update }) => (typeof update["messageId"] === "string" ? "chunks have a messageId" : undefined),
    "chunks have no messageId",
  ),
  noteEach("acp.v1.updates.thoughts", ofKind("agent_thought_chunk"), () => "thoughts are streamed", ""),
  noteEach(
    "acp.v1.tools.kind-switch-mode",
    reports,
    ({ update }) => (update["kind"] === "switch_mode" ? "the kind switch_mode is used" : undefined),
    "the kind switch_mode is not used",
  ),
  noteEach(
    "acp.v1.tools.content-wrapper-doc",
    toolContent,
    (item) =>
      member(item, "type") === "text" || member(item, "type") === "image"
        ? `a bare ${shortly(member(item, "type"))} block stands in the content of a tool call`
        : undefined,
    "tool call content has its wrapper",
  ),
  noteEach(
    "acp.v1.content.mcp-compatible",
    toolContent,
    (item) => {
      const type = at(item, "content", "type");
      return type === undefined ? undefined : `a block of type ${shortly(type)} in a tool call`;
    },
    "no content blocks in tool calls",
  ),
  noteEach(
    "acp.v1.content.prompt-caps-only-prompts",
    chunks,
    ({ update }) => {
      const type = at(update, "content", "type");
      return type === "text" ? undefined : `a chunk holds a block of type ${shortly(type)}`;
    },
    "chunks hold text alone",
  ),
  noteEach(
    "acp.v1.prompt.out-of-turn-updates",
    outOfTurn,
    ({ update, isInTurn }) => (isInTurn ? undefined : `a ${update.kind} is sent outside of any turn`),
    "every message and tool update is sent in a turn",
  ),
  noteEach(
    "acp.v1.prompt.error-response",
    (transcript) =>
      answersIn(transcript).filter(({ method, value }) => method === "session/prompt" && "error" in value),
    ({ value }) => `a prompt gets error ${shortly(at(value, "error", "code"))}`,
    "",
  ),
  noteEach(
    "acp.v1.stop.any-time",
    (transcript) =>
      answersIn(transcript).filter(({ method, value }) => method === "session/prompt" && "result" in value),
    ({ value }) => `a turn stops with ${shortly(at(value, "result", "stopReason"))}`,
    "",
  ),
  noteEach("acp.v1.commands.optional", commandLists, () => "commands are advertised", ""),
  noteEach(
    "acp.v1.commands.dynamic",
    (transcript) => [commandLists(transcript).length].filter((times) => times > 0),
    (times) => (times > 1 ? `commands are advertised ${times} times` : undefined),
    "commands are advertised once",
  ),
  noteEach(
    "acp.v1.commands.name-without-slash",
    (transcript) => commandLists(transcript).map(({ update }) => namesOf(update["availableCommands"])),
    (names) => {
      const odd = names.find((name) => name.startsWith("/") || /\s/.test(name));
      const isTwice = new Set(names).size < names.length;
      return odd === undefined && !isTwice
        ? undefined
        : `odd names of commands: ${names.map(shortly).join(", ")}`;
    },
    "names of commands are plain, each once",
  ),
];

function commandLists(transcript: Transcript): Update[] {
  return ofKind("available_commands_update")(transcript);
}

function ofKind(wanted: string): (transcript: Transcript) => Update[] {
  return (transcript) => updatesIn(transcript).filter(({ kind }) => kind === wanted);
}

function chunks(transcript: Transcript): Update[] {
  return updatesIn(transcript).filter(({ kind }) => kind.endsWith("_chunk"));
}

/** The content of tool calls, as reported and as permission requests show it. */
function toolContent(transcript: Transcript): Json[] {
  const asked = requestsIn(transcript).flatMap(({ params }) => items(at(params, "toolCall", "content")));
  return [...reports(transcript).flatMap(({ update }) => items(update["content"])), ...asked];
}

function namesOf(commands: Json | undefined): string[] {
  return items(commands).map((command) => wordOf(member(command, "name")));
}

/** Each update that belongs to the output of a turn, and whether there is one; a replay of session/load is none. */
function outOfTurn(transcript: Transcript): { update: Update; isInTurn: boolean }[] {
  const open = new Set<number>();
  const spans = answersIn(transcript)
    .filter(({ method }) => method === "session/prompt" || method === "session/load")
    .map(({ request, frame }) => [request.number, frame.number] as const);
  const answered = new Set(spans.map(([first]) => first));
  for (const { number, message } of transcript.of("c2a")) {
    if (message.kind === "request" && message.method === "session/prompt" && !answered.has(number))
      open.add(number);
  }
  return updatesIn(transcript)
    .filter(isTurnOutput)
    .map((update) => {
      const { number } = update.frame;
      const isInTurn =
        spans.some(([first, last]) => first < number && number < last) ||
        [...open].some((first) => first < number);
      return { update, isInTurn };
    });
}
