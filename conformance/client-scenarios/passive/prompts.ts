import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import { wordOf } from "../../../src/wire/message.js";
import { type Call, callsIn } from "../../scenarios/steps/messages.js";
import { noteEach, onEach } from "../../scenarios/steps/passive.js";
import { items, member, shortly } from "../../scenarios/steps/reply.js";
import { onCall } from "../../scenarios/steps/schema-check.js";
import { type Asked, agentCapabilities, announces, askedFor, setUps } from "../steps/exchanges.js";

/** Which prompt capability each kind of block needs; text and links need none. */
const NEEDS: Readonly<Record<string, string>> = {
  image: "image",
  audio: "audio",
  resource: "embeddedContext",
};

/** How a client prompts and cancels (docs/protocol/v1/prompt-turn.mdx; schema PromptRequest, CancelNotification). */
export const promptChecks: readonly PassiveCheck[] = [
  onCall("acp.v1.prompt.request-schema", "session/prompt", ({ segments }) => segments.length < 2),
  onEach("acp.v1.prompt.after-setup", promptsWithSetUp, ({ asked, setUp }) =>
    setUp?.answer !== undefined && setUp.answer.number < asked.frame.number
      ? undefined
      : {
          expected: "a prompt once its session is set up",
          actual: setUp === undefined ? "a prompt in no session" : "a prompt before the answer to its set-up",
          frames: [setUp?.frame, asked.frame],
        },
  ),
  onEach("acp.v1.prompt.content-restricted", blocks, ({ type, capability, isAnnounced, frame }) =>
    isAnnounced
      ? undefined
      : {
          expected: `no ${type} block, since the agent does not announce promptCapabilities.${capability}`,
          actual: `a ${type} block`,
          frames: [frame],
        },
  ),
  onEach(
    "acp.v1.updates.message-id-agent-only",
    (transcript) => askedFor(transcript, "session/prompt"),
    ({ frame, params }) => {
      const messageId = member(params, "messageId");
      return messageId === undefined
        ? undefined
        : { expected: "a prompt without messageId", actual: shortly(messageId), frames: [frame] };
    },
  ),
  onEach("acp.v1.cancel.is-notification", cancels, ({ frame, params, id }, protocol) => {
    if (id !== undefined) {
      return { expected: "session/cancel without an id", actual: `id ${id.raw}`, frames: [frame] };
    }
    const [violation] = protocol.judge("notification", "session/cancel", "c2a", params);
    return violation === undefined
      ? undefined
      : {
          expected: `${violation.path}: ${violation.expected}`,
          actual: `${violation.path}: ${violation.actual}`,
          frames: [frame],
        };
  }),
  noteEach(
    "acp.v1.prompt.concurrent-same-session",
    overlaps,
    (isOverlapping) => (isOverlapping ? "a prompt while another of its session is open" : undefined),
    "one prompt at a time in a session",
  ),
];

function cancels(transcript: Transcript): Call[] {
  return callsIn(transcript).filter(({ method }) => method === "session/cancel");
}

/** Each prompt with the request that set its session up, the last one before it. */
function promptsWithSetUp(transcript: Transcript): { asked: Asked; setUp: Asked | undefined }[] {
  const all = setUps(transcript);
  return askedFor(transcript, "session/prompt").map((asked) => {
    const sessionId = member(asked.params, "sessionId");
    const before = all.filter(({ frame }) => frame.number < asked.frame.number);
    const setUp = before.find(
      ({ params, result }) => result["sessionId"] === sessionId || member(params, "sessionId") === sessionId,
    );
    return { asked, setUp: setUp ?? before.at(-1) };
  });
}

interface Block {
  readonly type: string;
  readonly capability: string;
  readonly isAnnounced: boolean;
  readonly frame: Asked["frame"];
}

function blocks(transcript: Transcript): Block[] {
  const capabilities = agentCapabilities(transcript);
  return askedFor(transcript, "session/prompt").flatMap(({ frame, params }) =>
    items(member(params, "prompt")).map((block) => {
      const type = wordOf(member(block, "type"));
      const capability = Object.hasOwn(NEEDS, type) ? NEEDS[type] : undefined;
      const isAnnounced =
        capability === undefined || announces(capabilities, "promptCapabilities", capability);
      return { type, capability: capability ?? "", isAnnounced, frame };
    }),
  );
}

function overlaps(transcript: Transcript): boolean[] {
  const prompts = askedFor(transcript, "session/prompt");
  return prompts.map(({ frame, params }) =>
    prompts.some(
      (other) =>
        other.frame.number < frame.number &&
        (other.answer?.number ?? Number.POSITIVE_INFINITY) > frame.number &&
        member(other.params, "sessionId") === member(params, "sessionId"),
    ),
  );
}
