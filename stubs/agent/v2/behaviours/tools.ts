import { isJsonObject, type JsonObject } from "../../../../src/wire/message.js";
import { type BehaviourTwo, mutant, type OverridesTwo } from "../behaviour.js";
import { besides, changeUpdate, mapUpdates, without } from "../change.js";

/** Mutants that break a rule of tool calls, diffs or terminals. */
export const toolMutants: readonly BehaviourTwo[] = [
  mutant(
    "old-tool-call",
    "a tool call begins as in version 1",
    besides((work) =>
      work.update({ sessionUpdate: "tool_call", toolCallId: "call-old", title: "Look", status: "completed" }),
    ),
  ),
  mutant(
    "untitled",
    "tool calls are first reported without a title",
    changeUpdate("tool_call_update", (update) => without(update, "title")),
  ),
  mutant(
    "odd-status",
    "a tool call has a status that is kept for later versions",
    changeUpdate("tool_call_update", (update) =>
      update["status"] === "completed" ? { ...update, status: "done" } : update,
    ),
  ),
  mutant("line-zero", "a location is in line 0", onLocation({ line: 0 })),
  mutant("relative-location", "a location is a relative path", onLocation({ path: "note.txt" })),
  mutant(
    "old-diff",
    "a diff holds the texts of version 1",
    onDiff((diff) => ({ ...diff, oldText: "ready\n", newText: "steady\n" })),
  ),
  mutant(
    "diff-without-operation",
    "a change of a diff has no operation",
    onDiff((diff) => withChanges(diff, (change) => without(change, "operation"))),
  ),
  mutant(
    "move-from-nowhere",
    "a move has no oldPath",
    onDiff((diff) => withChanges(diff, (change) => without(change, "oldPath"))),
  ),
  mutant(
    "patch-with-prefixes",
    "a patch has its paths behind a/ and b/",
    onPatch((text) => text.replaceAll(/^(---|\+\+\+) /gm, "$1 a")),
  ),
  mutant(
    "patch-with-commit",
    "a patch stands below the head of a commit",
    onPatch((text) => `From 0123456 Mon Sep 17 00:00:00 2001\nSubject: note\n\n${text}`),
  ),
  mutant(
    "patch-of-others",
    "a patch changes a file that the changes do not name",
    onPatch((text) => text.replaceAll("note.txt", "other.txt")),
  ),
  mutant(
    "terminal-in-clear",
    "the bytes of a terminal are not in base64",
    changeUpdate("terminal_output_chunk", (update) => ({ ...update, data: "passed!" })),
  ),
  mutant(
    "terminal-nearby",
    "the cwd of a terminal is relative",
    changeUpdate("terminal_update", (update) => ("cwd" in update ? { ...update, cwd: "src" } : update)),
  ),
  mutant(
    "command-afterwards",
    "the command of a terminal comes with its end",
    changeUpdate("terminal_update", (update) =>
      "exitStatus" in update ? { ...update, command: "true" } : without(update, "command"),
    ),
  ),
  mutant("uses-client-terminal", "a terminal is asked of the client", calls("terminal/create", "command")),
  mutant("uses-client-files", "a file is asked of the client", calls("fs/read_text_file", "path")),
];

function onLocation(change: JsonObject): OverridesTwo {
  return changeUpdate("tool_call_update", (update) => {
    const [location] = Array.isArray(update["locations"]) ? update["locations"] : [];
    return isJsonObject(location) ? { ...update, locations: [{ ...location, ...change }] } : update;
  });
}

function onDiff(change: (diff: JsonObject) => JsonObject): OverridesTwo {
  return mapUpdates((update) => {
    const [content] = Array.isArray(update["content"]) ? update["content"] : [];
    return isJsonObject(content) && content["type"] === "diff"
      ? [{ ...update, content: [change(content)] }]
      : [update];
  });
}

function withChanges(diff: JsonObject, change: (change: JsonObject) => JsonObject): JsonObject {
  const changes = Array.isArray(diff["changes"]) ? diff["changes"] : [];
  return { ...diff, changes: changes.filter(isJsonObject).map(change) };
}

function onPatch(change: (text: string) => string): OverridesTwo {
  return onDiff((diff) => {
    const { patch } = diff;
    return isJsonObject(patch) ? { ...diff, patch: { ...patch, text: change(String(patch["text"])) } } : diff;
  });
}

function calls(method: string, argument: string): OverridesTwo {
  return besides(({ agent, session }) => {
    agent.call(method, { sessionId: session.id, [argument]: "/note.txt" });
  });
}
