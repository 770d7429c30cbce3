import type { JsonObject } from "../../wire/message.js";
import type { Posture } from "../posture/posture.js";
import { countOf, isArray, known, objectOf, stringOf } from "./json-field.js";
import { mechanicalType } from "./mechanical-type.js";
import type { MappedEvent } from "./moment.js";
import { blockText } from "./turn.js";

const NO_EVENTS: readonly MappedEvent[] = [];
const ENTRY_STATUS = /^[a-z][a-z0-9_]{0,31}$/;
/** ISO 4217, and nothing longer: the field is metadata, and no place for text. */
const CURRENCY = /^[A-Za-z]{3}$/;

/** Every `session/update` but those of tool calls. */
export function mapUpdate(update: JsonObject, posture: Posture): readonly MappedEvent[] {
  const { sessionUpdate } = update;
  switch (sessionUpdate) {
    case "agent_message_chunk":
    case "agent_thought_chunk":
    case "user_message_chunk":
      return posture.deltas ? [mapChunk(sessionUpdate, update, posture)] : NO_EVENTS;
    case "plan":
      return [mapPlan(update, posture)];
    case "usage_update":
      return [mapUsage(update, posture)];
    default:
      return [posture.event(mechanicalType(stringOf(sessionUpdate) ?? "session/update"), {})];
  }
}

function mapChunk(name: string, update: JsonObject, posture: Posture): MappedEvent {
  const text = blockText(update["content"]);
  return posture.event(mechanicalType(name), text === undefined ? {} : { delta: posture.text(text) });
}

/** How many entries have which status: entries have no id, so that nothing can be told of one. */
function mapPlan(update: JsonObject, posture: Posture): MappedEvent {
  const counts = new Map<string, number>();
  const { entries } = update;
  for (const entry of isArray(entries) ? entries : []) {
    const { status } = objectOf(entry);
    const name = typeof status === "string" && ENTRY_STATUS.test(status) ? status : "other";
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const named = [...counts].map(([status, count]): [string, number] => [`entries_${status}`, count]);
  return posture.event("x.acp.plan.updated", Object.fromEntries(named));
}

/** `used` is what the context holds, not what a turn took in, so that it never becomes input tokens. */
function mapUsage(update: JsonObject, posture: Posture): MappedEvent {
  const { currency, amount } = objectOf(update["cost"]);
  const isCurrency = typeof currency === "string" && CURRENCY.test(currency);
  const hasCost = isCurrency && typeof amount === "number" && Number.isFinite(amount);
  return posture.event(
    "x.acp.usage.updated",
    known({
      used: countOf(update["used"]),
      size: countOf(update["size"]),
      cost: hasCost ? { currency, total: amount } : undefined,
      "gen_ai.usage.input_tokens": countOf(update["usedTokens"]),
      "gen_ai.usage.output_tokens": countOf(update["outputTokens"]),
    }),
  );
}
