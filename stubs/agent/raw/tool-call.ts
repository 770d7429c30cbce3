import type { JsonObject } from "../../../src/wire/message.js";
import type { Turn } from "./turn.js";

/** One tool call as an obedient agent reports it: pending, running, and then one end. */
export class ToolCall {
  readonly id: string;
  readonly #turn: Turn;

  constructor(turn: Turn, title: string, kind: string, locations: readonly JsonObject[]) {
    this.#turn = turn;
    this.id = `call-${turn.agent.freshNumber()}`;
    const where = locations.length === 0 ? {} : { locations };
    turn.update({
      sessionUpdate: "tool_call",
      toolCallId: this.id,
      name: title.toLowerCase().replaceAll(" ", "_"),
      title,
      kind,
      status: "pending",
      ...where,
    });
  }

  running(content: readonly JsonObject[] = []): void {
    this.#report("in_progress", content);
  }

  finished(content: readonly JsonObject[]): void {
    this.#report("completed", content);
  }

  done(text: string): void {
    this.finished([shown(text)]);
  }

  failed(text: string): void {
    this.#report("failed", [shown(text)]);
  }

  #report(status: string, content: readonly JsonObject[]): void {
    const what = content.length === 0 ? {} : { content };
    this.#turn.update({ sessionUpdate: "tool_call_update", toolCallId: this.id, status, ...what });
  }
}

function shown(text: string): JsonObject {
  return { type: "content", content: { type: "text", text } };
}
