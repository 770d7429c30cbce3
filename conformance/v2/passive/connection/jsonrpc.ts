import type { Transcript } from "../../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../../src/engine/scenario.js";
import type { Protocol } from "../../../../src/protocol/protocol.js";
import type { Frame } from "../../../../src/wire/frame.js";
import { idIsNotNull, openCalls } from "../../../scenarios/passive/envelopes.js";
import { responsesIn } from "../../../scenarios/steps/messages.js";
import { fromSubject, noteEach, onEach } from "../../../scenarios/steps/passive.js";
import { shortly } from "../../../scenarios/steps/reply.js";
import { isAbsolutePath, saidIn } from "../../steps/values.js";

/** Lines and ids (docs/protocol/v2/transports.mdx, "stdio" and "JSON-RPC Batch Messages"; schema RequestId and AgentResponse). */
export const envelopeChecks: readonly PassiveCheck[] = [
  noteEach(
    "acp.v2.transport.line-may-be-batch",
    fromSubject,
    (frame) => (isBatch(frame) ? "the agent writes arrays of messages" : undefined),
    "every line of the agent is one message",
  ),
  onEach("acp.v2.batch.non-empty", fromSubject, (frame) =>
    isBatch(frame) && /^\s*\[\s*\]\s*$/.test(frame.text)
      ? { expected: "at least one message in an array", actual: frame.text, frames: [frame] }
      : undefined,
  ),
  idIsNotNull("acp.v2.jsonrpc.id-not-null"),
  onEach("acp.v2.jsonrpc.id-not-reused", openCalls, ({ frame, reused }) =>
    reused === undefined
      ? undefined
      : { expected: "an id that no open request of the agent has", actual: reused, frames: [frame] },
  ),
  onEach("acp.v2.jsonrpc.null-id-only-undetermined", responses, ({ frame, isNull, mayBeNull }) =>
    isNull && !mayBeNull
      ? {
          expected: "the id of a request, since the client wrote nothing whose id cannot be told",
          actual: "id null",
          frames: [frame],
        }
      : undefined,
  ),
];

/** What the schema leaves open, and what it fixes wherever it stands (docs/protocol/v2/extensibility.mdx, "Enum and Tagged-Union Variants"; schema AbsolutePath). */
export const valueChecks: readonly PassiveCheck[] = [
  onEach("acp.v2.jsonrpc.open-enums", saidIn, ({ part, method, direction, value, frame }, protocol) => {
    const [reserved] = protocol.reservedValues(part, method, direction, value);
    return reserved === undefined
      ? undefined
      : {
          expected: `${reserved.path}: ${reserved.expected} (${reserved.definition})`,
          actual: `${reserved.path}: ${reserved.actual}`,
          frames: [frame],
        };
  }),
  onEach("acp.v2.session.absolute-path-type", paths, ({ path, value, frame }) =>
    isAbsolutePath(value)
      ? undefined
      : {
          expected: `${path}: an absolute path of the agent's machine`,
          actual: typeof value === "string" ? shortly(value) : `a ${typeof value}`,
          frames: [frame],
        },
  ),
];

function isBatch({ message }: Frame): boolean {
  return message.kind === "malformed" && message.reason === "a batch array";
}

function responses(transcript: Transcript): { frame: Frame; isNull: boolean; mayBeNull: boolean }[] {
  const odd = transcript
    .ofHarness()
    .find(
      ({ message }) =>
        message.kind === "malformed" || (message.kind === "request" && message.id.type === "null"),
    );
  return responsesIn(transcript).map(({ frame, id }) => ({
    frame,
    isNull: id.type === "null",
    mayBeNull: odd !== undefined && odd.number < frame.number,
  }));
}

function paths(transcript: Transcript, protocol: Protocol): { path: string; value: unknown; frame: Frame }[] {
  return saidIn(transcript).flatMap(({ part, method, direction, value, frame }) =>
    protocol.partsOf("AbsolutePath", part, method, direction, value).map((found) => ({ ...found, frame })),
  );
}
