import { isJsonObject, type Json, type JsonObject } from "../../wire/message.js";
import type { StoredFrame } from "../chain/read-row.js";
import { idKey, OpenRequests } from "../frame/open-requests.js";
import { Aliases } from "./aliases.js";

/** One step of a session: what happened, without what was said. */
export interface LifecycleStep {
  /** The frame's place among the frames. */
  readonly seq: number;
  /** The method of a request or notification, or of the request that a response answers. */
  readonly method: string | null;
  /** Such as `a2c session/update session#1 tool_call tool#1 status=pending`. */
  readonly text: string;
}

/** The steps of a sequence of frames. Chunks of one kind that follow each other are one step. */
export function* lifecycleOf(frames: Iterable<StoredFrame>): Generator<LifecycleStep, void, void> {
  const reader = new LifecycleReader();
  let last = "";
  for (const frame of frames) {
    const step = reader.read(frame);
    const isMore = step.text === last && step.text.includes("_chunk");
    last = step.text;
    if (!isMore) yield step;
  }
}

class LifecycleReader {
  readonly #requests = new OpenRequests();
  readonly #aliases = new Aliases();

  read({ seq, direction = "a2c", kind, frame }: StoredFrame): LifecycleStep {
    // A journal holds objects alone, and what it holds is JSON.
    const value = JSON.parse(frame) as JsonObject;
    const method = typeof value["method"] === "string" ? value["method"] : null;
    if (method !== null) {
      if (kind === "request") this.#requests.open(idKey(value, frame), { method, direction });
      const words = [direction, method, ...this.#paramWords(method, objectIn(value, "params"))];
      return { seq, method, text: words.join(" ") };
    }
    const key = idKey(value, frame);
    const answered = this.#requests.find(key, direction)?.method ?? null;
    this.#requests.close(key, direction);
    const error = value["error"];
    const outcome = isJsonObject(error)
      ? [`error=${wordIn(error, "code")}`]
      : this.#resultWords(objectIn(value, "result"));
    return {
      seq,
      method: answered,
      text: [direction, "answer", answered ?? "unasked", ...outcome].join(" "),
    };
  }

  #paramWords(method: string, params: JsonObject): readonly string[] {
    const toolCall = objectIn(params, "toolCall");
    const subject = objectIn(objectIn(params, "subject"), "toolCall");
    return [
      ...this.#aliases.session(params["sessionId"]),
      ...fieldWord("version", params["protocolVersion"]),
      ...fieldWord("mode", params["modeId"]),
      ...this.#aliases.toolCall(toolCall["toolCallId"] ?? subject["toolCallId"]),
      ...this.#optionWords(params["options"]),
      ...(method === "session/update" ? this.#updateWords(objectIn(params, "update")) : []),
    ];
  }

  #updateWords(update: JsonObject): readonly string[] {
    return [
      wordIn(update, "sessionUpdate"),
      ...this.#aliases.toolCall(update["toolCallId"]),
      ...fieldWord("kind", update["kind"]),
      ...fieldWord("status", update["status"]),
      ...fieldWord("state", update["state"]),
      ...fieldWord("mode", update["currentModeId"]),
      ...fieldWord("stop", update["stopReason"]),
    ];
  }

  #resultWords(result: JsonObject): readonly string[] {
    const outcome = objectIn(result, "outcome");
    return [
      ...fieldWord("version", result["protocolVersion"]),
      ...this.#aliases.session(result["sessionId"]),
      ...fieldWord("stop", result["stopReason"]),
      ...fieldWord("outcome", outcome["outcome"]),
      ...this.#aliases.option(outcome["optionId"]),
    ];
  }

  #optionWords(options: Json | undefined): readonly string[] {
    if (!Array.isArray(options)) return [];
    const kinds = options.filter(isJsonObject).map((option) => {
      const kind = wordIn(option, "kind");
      this.#aliases.nameOption(option["optionId"], kind);
      return kind;
    });
    return [`options=${kinds.join(",")}`];
  }
}

function objectIn(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  return isJsonObject(found) ? found : {};
}

function wordIn(value: JsonObject, key: string): string {
  const found = value[key];
  return typeof found === "string" || typeof found === "number" ? String(found) : "none";
}

function fieldWord(name: string, value: Json | undefined): readonly string[] {
  return typeof value === "string" || typeof value === "number" ? [`${name}=${value}`] : [];
}
