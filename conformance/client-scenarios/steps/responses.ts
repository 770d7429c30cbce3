import type { ClientConnection } from "../../../src/driver/client/client-connection.js";
import type { Frame } from "../../../src/wire/frame.js";

/** Responses of the client with an id with which the harness has asked nothing. */
export function unaskedResponses({ transcript }: ClientConnection, after = 0): Frame[] {
  const asked = new Set(
    transcript.ofHarness().map(({ message }) => (message.kind === "request" ? message.id.key : "")),
  );
  return transcript
    .ofSubject()
    .filter(
      ({ number, message }) => number > after && message.kind === "response" && !asked.has(message.id.key),
    );
}
