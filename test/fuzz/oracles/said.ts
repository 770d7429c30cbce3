import { Buffer } from "node:buffer";
import { Transcript } from "../../../src/driver/transcript.js";
import type { Direction } from "../../../src/wire/direction.js";
import type { Frame } from "../../../src/wire/frame.js";
import type { JsonObject } from "../../../src/wire/message.js";

/** One line of a transcript: who says it to whom, and what. */
export type Said = readonly [direction: Direction, message: JsonObject];

/** A transcript of messages, one after the other. */
export function transcriptOf(said: readonly Said[], subject: Direction): Transcript {
  let micros = 0;
  const transcript = new Transcript({ micros: () => ++micros }, undefined, subject);
  for (const [direction, message] of said)
    transcript.record(direction, Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`));
  return transcript;
}

/** The requests of the harness, each with the first response to it. */
export function pairsIn({
  frames,
  subject,
}: Transcript): { readonly frame: Frame; readonly reply?: Frame }[] {
  return frames.flatMap((frame) => {
    const { message, direction, number } = frame;
    if (direction === subject || message.kind !== "request") return [];
    const { key } = message.id;
    const reply = frames.find(
      (other) =>
        other.direction === subject &&
        other.number > number &&
        other.message.kind === "response" &&
        other.message.id.key === key,
    );
    return [reply === undefined ? { frame } : { frame, reply }];
  });
}
