import type { Json, JsonObject } from "../../../../src/wire/message.js";
import { type Behaviour, mutant, type Overrides } from "../behaviour.js";
import { besides, changeCall, changeUpdate, firstOf, without } from "../change.js";

const CALL = "tool_call";
const UPDATE = "tool_call_update";

/** Defects in what is reported of tool calls, in permission requests and in the agent's other calls. */
export const toolCallMutants: readonly Behaviour[] = [
  mutant("same-call-id", "gives the tool calls of all turns one id", {
    outgoing: (message) => [replaced(message, /"toolCallId":"call-[^"]+"/, '"toolCallId":"call"')],
  }),
  mutant(
    "unreported-call",
    "updates a tool call that it never reported",
    besides((turn) => turn.update({ sessionUpdate: UPDATE, toolCallId: "call-none", status: "completed" })),
  ),
  mutant(
    "call-titleless",
    "reports a tool call without a title",
    changeUpdate(CALL, (update) => without(update, "title")),
  ),
  mutant(
    "update-title-number",
    "updates a tool call with a number as title",
    changeUpdate(UPDATE, (update) => ({ ...update, title: 5 })),
  ),
  mutant(
    "kind-browse",
    "invents a kind of tool",
    changeUpdate(CALL, (update) => ({ ...update, kind: "browse" })),
  ),
  mutant(
    "status-cancelled",
    "reports a status that is not on the wire",
    changeUpdate(CALL, (update) => ({ ...update, status: "cancelled" })),
  ),
  mutant(
    "bare-content",
    "gives content blocks as tool call content",
    withContent({ type: "text", text: "ready" }),
  ),
  mutant("diff-textless", "gives a diff without its new text", withContent({ type: "diff", path: "/tmp/a" })),
  mutant(
    "diff-relative",
    "gives a diff of a relative path",
    withContent({ type: "diff", path: "src/a.ts", newText: "a" }),
  ),
  mutant(
    "terminal-unknown",
    "shows a terminal that it did not create",
    withContent({ type: "terminal", terminalId: "t" }),
  ),
  mutant(
    "location-relative",
    "gives a relative location",
    withLocation((location) => ({ ...location, path: "note.txt" })),
  ),
  mutant(
    "line-zero",
    "counts lines from zero",
    withLocation((location) => ({ ...location, line: 0 })),
  ),
  mutant(
    "options-missing",
    "asks for permission without options",
    changePermission((params) => without(params, "options")),
  ),
  mutant(
    "permission-option-twice",
    "gives two options one id",
    changePermission((params) => ({
      ...params,
      options: (params["options"] as readonly JsonObject[]).map((option) => ({
        ...option,
        optionId: "allow",
      })),
    })),
  ),
  mutant(
    "permission-foreign-call",
    "asks for permission of another tool call",
    changePermission((params) => ({ ...params, toolCall: { toolCallId: "other" } })),
  ),
  mutant(
    "permission-foreign-session",
    "asks for permission in another session",
    changePermission((params) => ({ ...params, sessionId: "other" })),
  ),
  mutant(
    "reads-files",
    "reads files of a client that offers none",
    calls("fs/read_text_file", { path: "/tmp/a" }),
  ),
  mutant(
    "writes-files",
    "writes files of a client that offers none",
    calls("fs/write_text_file", { path: "/tmp/a", content: "" }),
  ),
  mutant(
    "opens-terminals",
    "opens terminals of a client that offers none",
    calls("terminal/create", { command: "true" }),
  ),
  mutant(
    "elicits",
    "asks the user through a client that cannot",
    calls("elicitation/create", {
      message: "Who are you",
      mode: "form",
      requestedSchema: { type: "object", properties: {} },
    }),
  ),
  mutant(
    "bare-custom-method",
    "calls a method of its own without an underscore",
    besides(({ agent }) => agent.notify("raw-agent/log", {})),
  ),
  mutant("unadvertised-custom", "calls custom methods that it did not announce", {
    outgoing: (message) => [
      replaced(message, /"_meta":\{"raw-agent.example":\{"ask":true\}\}/, '"loadSession":false'),
    ],
  }),
  mutant(
    "meta-text",
    "gives text as _meta",
    changeUpdate("plan", (update) => ({ ...update, _meta: "trace 5" })),
  ),
  mutant(
    "traceparent-own",
    "keeps something of its own in traceparent",
    changeUpdate("plan", (update) => ({ ...update, _meta: { traceparent: "turn-5" } })),
  ),
  mutant(
    "withdraws-object",
    "withdraws a request by an object",
    changeCall("$/cancel_request", () => ({ requestId: { id: 1 } })),
  ),
];

function replaced(message: JsonObject, pattern: RegExp, by: string): JsonObject {
  // What was JSON stays JSON: one member is exchanged for another text.
  return JSON.parse(JSON.stringify(message).replace(pattern, by)) as JsonObject;
}

function withContent(item: JsonObject): Overrides {
  return changeUpdate(CALL, (update) => ({ ...update, content: [item] }));
}

function withLocation(change: (location: JsonObject) => Json): Overrides {
  return changeUpdate(CALL, (update) =>
    "locations" in update ? firstOf(update, "locations", change) : update,
  );
}

function changePermission(change: (params: JsonObject) => JsonObject): Overrides {
  return changeCall("session/request_permission", change);
}

function calls(method: string, params: JsonObject): Overrides {
  return besides((turn) => {
    void turn.agent.request(method, { sessionId: turn.sessionId, ...params });
  });
}
