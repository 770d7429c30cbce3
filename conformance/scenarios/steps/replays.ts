import type { Transcript } from "../../../src/driver/transcript.js";
import type { Frame } from "../../../src/wire/frame.js";

/**
 * Tells which frames came behind a session/load and before the next prompt: they repeat what was, so a message, a tool call
 * or a cost in them is no new one (docs/protocol/v1/session-setup.mdx, "Loading a Session").
 */
export function replayedIn(transcript: Transcript): (frame: Frame) => boolean {
  const requests = transcript.of("c2a").filter(({ message }) => message.kind === "request");
  const loads = requests.filter((frame) => methodOf(frame) === "session/load");
  const spans = loads.map(({ number }) => ({
    from: number,
    to: requests.find((frame) => frame.number > number && methodOf(frame) === "session/prompt")?.number,
  }));
  return ({ number }) =>
    spans.some(({ from, to = Number.POSITIVE_INFINITY }) => number > from && number < to);
}

function methodOf({ message }: Frame): string {
  return message.kind === "request" ? message.method : "";
}
