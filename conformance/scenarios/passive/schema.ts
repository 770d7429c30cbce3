import type { PassiveCheck } from "../../../src/engine/scenario.js";
import { callsIn, requestsIn } from "../steps/messages.js";
import { onEach } from "../steps/passive.js";
import { shortly } from "../steps/reply.js";
import { by, onCall, onResult, onUpdate } from "../steps/schema-check.js";
import { updatesIn } from "../steps/turn.js";

const CHUNKS = ["agent_message_chunk", "agent_thought_chunk", "user_message_chunk"];
const TOOL_UPDATES = ["tool_call", "tool_call_update"];

/** What initialize, session/new and session/prompt give, by their definitions (schema, `*Response`). */
export const resultChecks: readonly PassiveCheck[] = [
  onResult("acp.v1.init.response-schema", "initialize"),
  onResult(
    "acp.v1.init.capability-types",
    "initialize",
    ({ segments }) => segments[0] === "agentCapabilities",
  ),
  onResult("acp.v1.auth.methods-schema", "initialize", ({ segments }) => segments[0] === "authMethods"),
  onResult("acp.v1.session.new-response-schema", "session/new"),
  onResult("acp.v1.modes.state-schema", "session/new", ({ segments }) => segments[0] === "modes"),
  onResult("acp.v1.config.option-schema", "session/new", ({ segments }) => segments[0] === "configOptions"),
  // The page's own example answers with null, where the schema has an object.
  onResult(
    "acp.v1.session.load-result-schema",
    "session/load",
    ({ segments, actual }) => segments.length > 0 || actual !== "null",
  ),
  onResult("acp.v1.session.resume-result-schema", "session/resume"),
  onResult("acp.v1.prompt.response-schema", "session/prompt"),
  onResult("acp.v1.stop.enum", "session/prompt", by("StopReason")),
];

/** What session/update carries, by the definitions of its kinds (schema SessionUpdate). */
export const updateSchemaChecks: readonly PassiveCheck[] = [
  onCall("acp.v1.updates.schema", "session/update"),
  onEach("acp.v1.updates.known-kinds", updatesIn, ({ frame, update }, protocol) => {
    const unknown = protocol
      .judgeDefinition("SessionUpdate", update)
      .find(({ segments }) => segments[0] === "sessionUpdate");
    return unknown === undefined
      ? undefined
      : { expected: unknown.expected, actual: `sessionUpdate is ${unknown.actual}`, frames: [frame] };
  }),
  // The block inside a chunk has its own rules; what belongs to the chunk is that it is exactly one block object.
  onUpdate(
    "acp.v1.updates.chunk-schema",
    CHUNKS,
    ({ segments, rule }) =>
      segments.length === 1 && segments[0] === "content" && (rule === "type" || rule === "required"),
  ),
  onUpdate("acp.v1.updates.message-id-type", CHUNKS, ({ segments }) => segments[0] === "messageId"),
  onUpdate("acp.v1.tools.create-schema", ["tool_call"], by("ToolCall", "ToolCallId", "ToolCallLocation")),
  onUpdate(
    "acp.v1.tools.update-schema",
    ["tool_call_update"],
    by("ToolCallUpdate", "ToolCallId", "ToolCallLocation"),
  ),
  onUpdate("acp.v1.tools.kind-enum", TOOL_UPDATES, by("ToolKind")),
  onUpdate("acp.v1.tools.status-enum", TOOL_UPDATES, by("ToolCallStatus")),
  onUpdate("acp.v1.tools.content-kinds", TOOL_UPDATES, by("ToolCallContent")),
  onUpdate("acp.v1.plan.schema", ["plan"]),
  onUpdate("acp.v1.usage.schema", ["usage_update"], by("UsageUpdate")),
  onUpdate("acp.v1.usage.cost-schema", ["usage_update"], ({ segments }) => segments[0] === "cost"),
  onUpdate("acp.v1.commands.schema", ["available_commands_update"]),
  onUpdate("acp.v1.modes.update-field", ["current_mode_update"]),
  onUpdate("acp.v1.session.info-update-schema", ["session_info_update"]),
];

/** What the agent calls, by the definition of the method. */
export const agentCallChecks: readonly PassiveCheck[] = [
  onCall("acp.v1.permission.request-schema", "session/request_permission"),
];

/** What a subject calls, by the definitions of the methods (schema `*Request`, `*Notification`). */
export const callChecks: readonly PassiveCheck[] = [
  onCall("acp.v1.cancel-request.schema", "$/cancel_request"),
  onEach("acp.v1.jsonrpc.request-shape", requestsIn, ({ frame, method, params }, protocol) => {
    const [violation] = protocol
      .judge("request", method, frame.direction, params)
      .filter(({ rule }) => rule !== "kind");
    return violation === undefined
      ? undefined
      : {
          expected: `${violation.path}: ${violation.expected} (${violation.definition})`,
          actual: `${violation.path}: ${violation.actual}`,
          frames: [frame],
        };
  }),
  onEach("acp.v1.jsonrpc.notification-shape", callsIn, ({ frame, method, id }, protocol) =>
    id !== undefined && protocol.method(method, frame.direction)?.kind === "notification"
      ? { expected: `${method} without an id`, actual: `id ${id.raw}`, frames: [frame] }
      : undefined,
  ),
  onEach("acp.v1.ext.method-underscore", callsIn, ({ frame, method }, protocol) => {
    const isKnown = protocol.method(method, frame.direction) !== undefined;
    return isKnown || method.startsWith("_") || method.startsWith("$/")
      ? undefined
      : {
          expected: "a method of the protocol, or a custom one that starts with _",
          actual: shortly(method),
          frames: [frame],
        };
  }),
];
