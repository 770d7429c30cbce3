import type { Json, JsonObject } from "../../wire/message.js";
import { idOf, objectOf, stringOf } from "../moment/json-field.js";
import { mapUpdate } from "../moment/session-update.js";
import { mapToolCall, mapToolCallUpdate } from "../moment/tool-call.js";
import type { Emission } from "./emission.js";
import type { Session } from "./memory/records.js";
import { beginToolCall, learnName, toolCallOf } from "./memory/sessions.js";

/** A `session/update` of the agent. */
export function onUpdate(out: Emission, session: Session, params: Json | undefined): void {
  const update = objectOf(objectOf(params)["update"]);
  const isHistory = session.loads > 0;
  if (isHistory) out.state.counts.replayed += 1;
  const { sessionUpdate } = update;
  if (sessionUpdate === "tool_call") onToolCall(out, session, update, isHistory);
  else if (sessionUpdate === "tool_call_update") onToolCallUpdate(out, session, update, isHistory);
  else if (!isHistory) for (const event of mapUpdate(update, out.posture)) out.emitInTurn(event, session);
}

function onToolCall(out: Emission, session: Session, update: JsonObject, isHistory: boolean): void {
  const id = idOf(update["toolCallId"]);
  const call = id === undefined ? undefined : beginToolCall(out, session, id);
  if (call !== undefined) learnName(call, stringOf(update["title"]));
  if (isHistory) return;
  for (const event of mapToolCall(update, out.posture)) {
    const key = out.emitInTurn(event, session, call?.requested);
    if (call !== undefined) note(call, event.type, key);
  }
}

function onToolCallUpdate(out: Emission, session: Session, update: JsonObject, isHistory: boolean): void {
  const id = idOf(update["toolCallId"]);
  const call =
    id === undefined ? undefined : (toolCallOf(out, session, id) ?? beginToolCall(out, session, id));
  if (call !== undefined) learnName(call, stringOf(update["title"]));
  if (isHistory) return;
  const event = mapToolCallUpdate(update, out.posture, call);
  const key = out.emitInTurn(event, session, call?.requested);
  if (call !== undefined) note(call, event.type, key);
}

/** Remembers what later events of the tool call refer to. */
function note(call: { requested: string | undefined; isOver: boolean }, type: string, key: string): void {
  if (type === "tool.requested") call.requested = key;
  else if (type.startsWith("tool.")) call.isOver = true;
}
