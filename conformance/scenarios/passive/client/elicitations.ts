import type { Transcript } from "../../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../../src/engine/scenario.js";
import type { Frame } from "../../../../src/wire/frame.js";
import type { JsonObject } from "../../../../src/wire/message.js";
import { callsIn } from "../../steps/messages.js";
import { noteEach, onEach } from "../../steps/passive.js";
import { shortly } from "../../steps/reply.js";
import { formChecks } from "./elicitation-forms.js";
import { elicitations } from "./elicitation-requests.js";
import { urlChecks } from "./elicitation-urls.js";

/** How the agent asks the user (docs/protocol/v1/elicitation.mdx). */
export const elicitationChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.elicitation.request-schema", elicitations(), ({ frame, params }, protocol) => {
    const [violation] = protocol.judge("request", "elicitation/create", "a2c", params);
    const scopes = ["sessionId", "requestId"].filter((name) => (params[name] ?? null) !== null);
    if (violation !== undefined)
      return {
        expected: `${violation.path}: ${violation.expected}`,
        actual: violation.actual,
        frames: [frame],
      };
    return scopes.length === 1
      ? undefined
      : {
          expected: "either a sessionId or a requestId",
          actual: scopes.join(" and ") || "neither",
          frames: [frame],
        };
  }),
  onEach("acp.v1.elicitation.mode-explicit", elicitations(), ({ frame, params }) =>
    "mode" in params
      ? undefined
      : { expected: "a mode in every elicitation/create", actual: "no mode", frames: [frame] },
  ),
  onEach(
    "acp.v1.elicitation.scope-request-id",
    (transcript, protocol) =>
      elicitations()(transcript, protocol).filter(({ params }) => "requestId" in params),
    ({ frame, params, transcript }) =>
      isOpen(transcript, frame, params)
        ? undefined
        : {
            expected: "the id of a request of the client that is not answered yet",
            actual: `requestId ${shortly(params["requestId"])}`,
            frames: [frame],
          },
  ),
  ...formChecks,
  ...urlChecks,
  noteEach(
    "acp.v1.elicitation.not-in-pinned",
    (transcript) => callsIn(transcript).filter(({ method }) => method.startsWith("elicitation/")),
    ({ method }) => `${method} is used, which schema 1.19.0 does not have`,
    "",
  ),
];

/** Is this the id of a request of the client, by type and value, that has no response before the frame? */
function isOpen(transcript: Transcript, { number }: Frame, { requestId }: JsonObject): boolean {
  const isOf = ({ message }: Frame): boolean =>
    (message.kind === "request" || message.kind === "response") && message.value["id"] === requestId;
  const before = transcript.frames.filter((frame) => frame.number < number && isOf(frame));
  const asked = before.findLast(
    ({ direction, message }) => direction === "c2a" && message.kind === "request",
  );
  return (
    asked !== undefined &&
    !before.some(
      (frame) =>
        frame.number > asked.number && frame.direction === "a2c" && frame.message.kind === "response",
    )
  );
}
