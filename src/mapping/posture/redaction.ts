import type { Json } from "../../wire/message.js";

/** What free text goes through before an event shows it. Total: neither method throws. */
export interface Redaction {
  text(text: string): string;
  value(value: Json): Json;
}

/** Shows everything. */
export const noRedaction: Redaction = { text: (text) => text, value: (value) => value };
