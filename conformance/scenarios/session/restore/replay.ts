import type { Update } from "../../steps/turn.js";
import { type Seed, textOf } from "./seed.js";

/** Consecutive chunks of one side and one message. */
export interface ReplayedMessage {
  readonly kind: string;
  readonly messageId: string | undefined;
  /** Without white space: where lines are broken is nobody's promise. */
  readonly text: string;
  readonly update: Update;
}

/** The messages of a replay, in order. */
export function messagesOf(updates: readonly Update[]): ReplayedMessage[] {
  const messages: ReplayedMessage[] = [];
  for (const update of updates) {
    if (!MESSAGES.has(update.kind)) continue;
    const messageId = update.update["messageId"];
    const next: ReplayedMessage = {
      kind: update.kind,
      messageId: typeof messageId === "string" ? messageId : undefined,
      text: bare(textOf(update.update["content"])),
      update,
    };
    const last = messages.at(-1);
    if (last?.kind === next.kind && last.messageId === next.messageId) {
      messages[messages.length - 1] = { ...last, text: last.text + next.text };
    } else messages.push(next);
  }
  return messages;
}

const MESSAGES: ReadonlySet<string> = new Set(["user_message_chunk", "agent_message_chunk"]);

/** Where the turns of a seed begin in a replay, -1 for one that is not there behind the one before. */
export function placesOf({ turns }: Seed, messages: readonly ReplayedMessage[]): number[] {
  let from = 0;
  return turns.map(({ prompt }) => {
    const place = messages.findIndex(({ text }, index) => index >= from && text.includes(bare(prompt)));
    if (place >= 0) from = place + 1;
    return place;
  });
}

/** What a replay leaves out of a seed, or brings in another order; undefined when it is complete. */
export function whatIsMissing(seed: Seed, messages: readonly ReplayedMessage[]): string | undefined {
  const places = placesOf(seed, messages);
  for (const [index, turn] of seed.turns.entries()) {
    const place = places[index] ?? -1;
    if (place < 0) return `no prompt "${turn.prompt}", or in another order`;
    const next = places[index + 1] ?? -1;
    const said = messages.slice(place + 1, next < 0 ? messages.length : next);
    const text = said.map((message) => message.text).join("");
    if (!text.includes(bare(turn.reply))) return `nothing of the answer "${turn.reply.slice(0, 80)}"`;
  }
  return undefined;
}

/** The message of a seed that the replay gives to the other side only, if there is one. */
export function wrongSide(seed: Seed, messages: readonly ReplayedMessage[]): ReplayedMessage | undefined {
  const only = (kind: string, is: (text: string) => boolean): ReplayedMessage | undefined => {
    const found = messages.filter(({ text }) => is(text));
    return found.every((message) => message.kind === kind) ? found[0] : undefined;
  };
  for (const { prompt, reply } of seed.turns) {
    // An agent may say the prompt again, and put words of its own into user messages.
    const wrong =
      only("agent_message_chunk", (text) => text.includes(bare(prompt))) ??
      only("user_message_chunk", (text) => reply !== "" && text === bare(reply));
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** Two messages with one id. Within an answer of the agent a message may go on behind another. */
export function sharedId(
  messages: readonly ReplayedMessage[],
): readonly [ReplayedMessage, ReplayedMessage] | undefined {
  for (const [index, message] of messages.entries()) {
    const place = messages.findIndex(({ messageId }) => messageId === message.messageId);
    const other = messages[place];
    if (message.messageId === undefined || other === undefined || place === index) continue;
    if (messages.slice(place, index + 1).some(({ kind }) => kind === "user_message_chunk"))
      return [other, message];
  }
  return undefined;
}

function bare(text: string): string {
  return text.replace(/\s+/g, "");
}
