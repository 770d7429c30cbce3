import type { Json } from "../../wire/message.js";

/** Names for ids that two sessions choose differently: by first appearance, and permission options by their kind. */
export class Aliases {
  readonly #sessions = new Map<string, string>();
  readonly #toolCalls = new Map<string, string>();
  readonly #options = new Map<string, string>();

  session(id: Json | undefined): readonly string[] {
    return aliasIn(this.#sessions, "session", id);
  }

  toolCall(id: Json | undefined): readonly string[] {
    return aliasIn(this.#toolCalls, "tool", id);
  }

  /** The kind of the option that was chosen. */
  option(id: Json | undefined): readonly string[] {
    return typeof id === "string" ? [`option=${this.#options.get(id) ?? "unknown"}`] : [];
  }

  nameOption(id: Json | undefined, kind: string): void {
    if (typeof id === "string") this.#options.set(id, kind);
  }
}

function aliasIn(known: Map<string, string>, noun: string, id: Json | undefined): readonly string[] {
  if (typeof id !== "string") return [];
  const alias = known.get(id) ?? `${noun}#${known.size + 1}`;
  known.set(id, alias);
  return [alias];
}
