import { isJsonObject, type Json, type JsonObject } from "../../../src/wire/message.js";
import type { AdapterBehaviour, Turn, Unsayable } from "./behaviour.js";
import { adaptToolCall, saysMore } from "./tool-calls.js";

const CHUNKS = ["agent_message_chunk", "agent_thought_chunk", "user_message_chunk"];
const MESSAGES = ["agent_message", "agent_thought", "user_message"];
const TERMINALS = ["terminal_update", "terminal_output_chunk"];
/** What both versions say with the same words. */
const SAME = ["available_commands_update", "config_option_update", "session_info_update", "usage_update"];

/** The updates of one session on their way from an agent of version 2 to a client of version 1. */
export class Updates {
  readonly #behaviour: AdapterBehaviour;
  readonly #turn: Turn;
  /** Messages of which the client has content. */
  readonly #messages = new Set<Json | undefined>();
  readonly #toolCalls = new Set<Json | undefined>();
  /** Pieces of messages that wait for the end of the turn. */
  #held: JsonObject[] = [];

  constructor(behaviour: AdapterBehaviour, turn: Turn) {
    this.#behaviour = behaviour;
    this.#turn = turn;
  }

  /** Takes one update of version 2. */
  take(update: JsonObject): void {
    const kind = String(update["sessionUpdate"]);
    if (CHUNKS.includes(kind)) this.#chunk(update);
    else if (MESSAGES.includes(kind)) this.#message(update, `${kind}_chunk`);
    else if (kind === "tool_call_update") this.#toolCall(update);
    else if (kind === "tool_call_content_chunk") this.#toolCallContent(update);
    else if (TERMINALS.includes(kind)) this.#report("terminal", update);
    else if (SAME.includes(kind)) this.#turn.update(update);
    else this.#report("unknown-update", update);
  }

  /** Says what was held back. */
  flush(): void {
    for (const chunk of this.#held) this.#say(chunk);
    this.#held = [];
  }

  #chunk(chunk: JsonObject): void {
    if (this.#behaviour.holdsMessages === true) {
      this.#held.push(chunk);
      return;
    }
    this.#messages.add(chunk["messageId"]);
    this.#say(chunk);
  }

  #say({ messageId, ...rest }: JsonObject): void {
    this.#turn.update(
      this.#behaviour.dropsMessageIds === true ? rest : { ...rest, messageId: messageId ?? null },
    );
  }

  /** A whole message can be said as pieces where the client has none of it yet. */
  #message(update: JsonObject, sessionUpdate: string): void {
    const { messageId, content } = update;
    const blocks: readonly Json[] = Array.isArray(content) ? content : [];
    const isKnown = this.#messages.has(messageId);
    if (content !== undefined) this.#held = this.#held.filter((chunk) => chunk["messageId"] !== messageId);
    if (content === undefined) this.#report("message-patch", update);
    else if (blocks.length > 0 && isKnown) this.#report("message-replacement", update);
    else if (isKnown) this.#report(content === null ? "message-null" : "message-empty", update);
    else
      for (const block of blocks)
        this.#chunk({ sessionUpdate, messageId: messageId ?? null, content: block });
  }

  #toolCall(update: JsonObject): void {
    const id = update["toolCallId"];
    const isFirst = !this.#toolCalls.has(id);
    this.#toolCalls.add(id);
    const adapted = adaptToolCall(update, isFirst);
    if (isFirst || saysMore(adapted.update)) this.#turn.update(adapted.update);
    for (const what of adapted.unsaid) this.#report(what, update);
  }

  #toolCallContent(update: JsonObject): void {
    const { content } = update;
    const type = isJsonObject(content) ? content["type"] : undefined;
    const what: Unsayable = type === "terminal" ? "terminal" : "unknown-content";
    // Version 1 has no pieces of content, and a whole list would take away what is there.
    this.#report(what, update);
  }

  #report(what: Unsayable, update: JsonObject): void {
    const { instead, report } = this.#behaviour;
    (instead?.[what] ?? report)(what, update, this.#turn);
  }
}
