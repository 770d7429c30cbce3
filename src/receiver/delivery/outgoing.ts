import { Buffer } from "node:buffer";
import { below } from "../event/capture-ceiling.js";
import { type CaptureLevel, type EventText, positionOf, type ReceivedEvent } from "../event/event.js";
import { eventId } from "../event/event-id.js";

/** An event on its way to subscribers, written once for all that see it alike. */
export class Outgoing {
  readonly #text: EventText;
  readonly #texts = new Map<CaptureLevel, EventText>();
  readonly #messages = new Map<EventText, Buffer>();

  constructor(text: EventText) {
    this.#text = text;
  }

  get event(): ReceivedEvent {
    return this.#text.event;
  }

  /** Whether it may be left out for a subscriber that reads too slowly. */
  get isExpendable(): boolean {
    const { severity = "info" } = this.event;
    return severity === "debug" || severity === "info";
  }

  /** The JSON text, below this ceiling. */
  json(ceiling: CaptureLevel): string {
    return this.#below(ceiling).json;
  }

  /** The event as a server-sent event, below this ceiling. */
  message(ceiling: CaptureLevel): Buffer {
    const text = this.#below(ceiling);
    const known = this.#messages.get(text);
    if (known !== undefined) return known;
    const position = positionOf(text.event);
    const id = position === undefined ? "" : `id: ${eventId(position)}\n`;
    const message = Buffer.from(`event: ${text.event.type}\n${id}data: ${text.json}\n\n`);
    this.#messages.set(text, message);
    return message;
  }

  #below(ceiling: CaptureLevel): EventText {
    let text = this.#texts.get(ceiling);
    if (text === undefined) {
      const lowered = below(this.#text, ceiling);
      text = lowered.json === this.#text.json ? this.#text : lowered;
      this.#texts.set(ceiling, text);
    }
    return text;
  }
}
