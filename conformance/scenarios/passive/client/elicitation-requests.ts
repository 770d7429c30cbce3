import type { Transcript } from "../../../../src/driver/transcript.js";
import type { Protocol } from "../../../../src/protocol/protocol.js";
import type { Frame } from "../../../../src/wire/frame.js";
import { isJsonObject, type JsonObject } from "../../../../src/wire/message.js";
import { requestsIn } from "../../steps/messages.js";
import { member } from "../../steps/reply.js";

/** One elicitation/create, with its params. */
export interface Elicitation {
  readonly frame: Frame;
  readonly params: JsonObject;
  readonly transcript: Transcript;
}

/** The elicitations of a mode, or all of them; none where the schema has no such method. */
export function elicitations(mode?: string): (transcript: Transcript, protocol: Protocol) => Elicitation[] {
  return (transcript, protocol) => {
    if (protocol.method("elicitation/create", "a2c") === undefined) return [];
    return requestsIn(transcript).flatMap(({ method, frame, params }) => {
      const isMeant =
        method === "elicitation/create" && (mode === undefined || member(params, "mode") === mode);
      return isMeant && isJsonObject(params) ? [{ frame, params, transcript }] : [];
    });
  };
}
