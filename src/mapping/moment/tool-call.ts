import type { Json, JsonObject } from "../../wire/message.js";
import { digest } from "../digest/digest.js";
import { shows } from "../posture/level.js";
import type { Posture } from "../posture/posture.js";
import { idOf, isArray, isShallow, known, presentOf, stringOf } from "./json-field.js";
import { mechanicalType } from "./mechanical-type.js";
import type { MappedEvent } from "./moment.js";

/** What is known of a tool call from before. */
export interface KnownTool {
  readonly name?: string | undefined;
  /** Its end was seen. */
  readonly isOver?: boolean;
}

const NOTHING_KNOWN: KnownTool = {};

/** An update `tool_call`: a request, and its end too where the call arrives finished. */
export function mapToolCall(update: JsonObject, posture: Posture): readonly MappedEvent[] {
  const id = idOf(update["toolCallId"]);
  if (id === undefined) return [posture.event(mechanicalType("tool_call"), {})];
  const input = presentOf(update["rawInput"]);
  const requested = posture.event(
    "tool.requested",
    known({
      tool: toolOf(update, id, posture),
      kind: stringOf(update["kind"]),
      args_digest: input === undefined ? undefined : digest(input, posture.sha256),
      ...shown("args", typeof input === "string" ? undefined : input, posture),
    }),
    id,
  );
  const { status } = update;
  return isFinal(status) ? [requested, ended(update, id, status, posture)] : [requested];
}

/** An update `tool_call_update`: an end, once, or a change on the way. */
export function mapToolCallUpdate(
  update: JsonObject,
  posture: Posture,
  before: KnownTool = NOTHING_KNOWN,
): MappedEvent {
  const id = idOf(update["toolCallId"]);
  if (id === undefined) return posture.event(mechanicalType("tool_call_update"), {});
  const { status } = update;
  if (isFinal(status) && before.isOver !== true) return ended(update, id, status, posture, before.name);
  return posture.event("x.acp.tool_call.update", known({ status: stringOf(status) }), id);
}

type FinalStatus = "completed" | "failed";

function isFinal(status: Json | undefined): status is FinalStatus {
  return status === "completed" || status === "failed";
}

function ended(
  update: JsonObject,
  id: string,
  status: FinalStatus,
  posture: Posture,
  name?: string,
): MappedEvent {
  const tool = toolOf(update, id, posture, name);
  if (status === "failed") {
    return posture.event("tool.failed", { tool, error: { type: "tool_error" } }, id);
  }
  const output = presentOf(update["rawOutput"]);
  return posture.event(
    "tool.completed",
    known({
      tool,
      result_digest: output === undefined ? undefined : digest(output, posture.sha256),
      ...shown("result", output, posture),
    }),
    id,
  );
}

function toolOf(update: JsonObject, id: string, posture: Posture, name?: string): JsonObject {
  return { name: posture.text(stringOf(update["title"]) ?? name ?? id), call_id: id };
}

/** Content in the field of its level; the payload schemas of AEP have room for objects and strings only. */
function shown(field: "args" | "result", content: Json | undefined, posture: Posture): JsonObject {
  if (!shows(posture.level, "redacted")) return {};
  const isFitting = (typeof content === "object" && !isArray(content)) || typeof content === "string";
  if (content === undefined || !isFitting || !isShallow(content)) return {};
  return posture.level === "full" ? { [field]: content } : { [`${field}_redacted`]: posture.value(content) };
}
