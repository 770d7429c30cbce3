import type { Json } from "../../wire/message.js";
import { digest } from "../digest/digest.js";
import { shows } from "../posture/level.js";
import type { Posture } from "../posture/posture.js";
import { isArray, known, objectOf, presentOf, stringOf } from "./json-field.js";
import type { MappedEvent } from "./moment.js";

/** A prompt turn begins: its request. */
export function mapPrompt(params: Json | undefined, posture: Posture): MappedEvent {
  const prompt = presentOf(objectOf(params)["prompt"]);
  const text = shows(posture.level, "redacted") ? textOf(prompt) : undefined;
  return posture.event(
    "run.started",
    known({
      trigger: "user",
      message_digest: prompt === undefined ? undefined : digest(prompt, posture.sha256),
      prompt: text === undefined ? undefined : posture.text(text),
    }),
  );
}

/** A prompt turn ends: its response. */
export function mapStop(result: Json | undefined, posture: Posture): MappedEvent {
  const reason = stringOf(objectOf(result)["stopReason"]);
  if (reason === "cancelled") return posture.event("run.cancelled", { by: "user" });
  if (reason === "refusal") return posture.event("run.failed", { reason });
  return posture.event("run.finished", known({ stop_reason: reason }));
}

/** A prompt turn ends: a JSON-RPC error. */
export function mapPromptError(error: Json, posture: Posture): MappedEvent {
  const { code, message } = objectOf(error);
  const text = shows(posture.level, "redacted") ? stringOf(message) : undefined;
  return posture.event("run.failed", {
    reason: "error",
    error: known({
      type: typeof code === "number" ? String(code) : "unknown",
      message: text === undefined ? undefined : posture.text(text),
    }),
  });
}

/** The text blocks of a prompt, joined by line feeds. */
function textOf(prompt: Json | undefined): string | undefined {
  if (!isArray(prompt)) return undefined;
  const texts = prompt.map(blockText).filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : texts.join("\n");
}

/** The text of a text content block. */
export function blockText(block: Json | undefined): string | undefined {
  const { type, text } = objectOf(block);
  return type === "text" ? stringOf(text) : undefined;
}
