import type { Json } from "../../wire/message.js";
import { shows } from "../posture/level.js";
import type { Posture } from "../posture/posture.js";
import { idOf, isArray, known, objectOf, stringOf } from "./json-field.js";
import type { MappedEvent } from "./moment.js";

/** The agent asks for permission. The tee reads only, so that no option and no way to respond is offered. */
export function mapPermission(params: Json | undefined, posture: Posture, joinedName?: string): MappedEvent {
  const { toolCall, options } = objectOf(params);
  const { toolCallId, title } = objectOf(toolCall);
  const id = idOf(toolCallId);
  const name = stringOf(title) ?? joinedName ?? id;
  return posture.event(
    "attention.requested",
    {
      kind: "permission",
      prompt: promptOf(id, name, posture),
      options_count: isArray(options) ? options.length : 0,
    },
    id,
  );
}

/** The client answers: an option was chosen, or not. */
export function mapPermissionOutcome(result: Json | undefined, posture: Posture): MappedEvent {
  const outcome = objectOf(objectOf(result)["outcome"]);
  if (outcome["outcome"] !== "selected") return dismissed(posture);
  const answer = known({ option: stringOf(outcome["optionId"]) });
  return posture.event("attention.answered", { answer, via: "oob" });
}

/** The permission request is over, and nobody answered it. */
export function dismissed(posture: Posture): MappedEvent {
  return posture.event("attention.resolved", { resolution: "dismissed" });
}

/** At `metadata` the prompt is made of structure alone (AEP-0003, 9.2). */
function promptOf(id: string | undefined, name: string | undefined, posture: Posture): string {
  const level = posture.attention;
  if (!shows(level, "redacted")) return withTail("acp requests permission", id);
  return withTail("Permission requested", name === undefined ? undefined : posture.text(name, level));
}

function withTail(text: string, tail: string | undefined): string {
  return tail === undefined ? text : `${text}: ${tail}`;
}
