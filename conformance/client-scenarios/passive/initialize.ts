import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { isJsonObject } from "../../../src/wire/message.js";
import { type Call, callsIn, requestsIn } from "../../scenarios/steps/messages.js";
import { noteEach, onEach } from "../../scenarios/steps/passive.js";
import { member, shortly } from "../../scenarios/steps/reply.js";
import { onCall } from "../../scenarios/steps/schema-check.js";
import { answerTo } from "../steps/exchanges.js";

const HIGHEST_VERSION = 65_535;

/** How a client introduces itself (docs/protocol/v1/initialization.mdx; schema InitializeRequest). */
export const initializeChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.init.first", firstCalls, ({ early, first }) =>
    early === undefined
      ? undefined
      : {
          expected: "initialize answered before anything else is asked",
          actual: `${early.method} before that`,
          frames: [first.frame, early.frame],
        },
  ),
  onCall("acp.v1.init.request-schema", "initialize"),
  onEach("acp.v1.init.version-integer", initializes, ({ frame, params }) => {
    const version = member(params, "protocolVersion");
    const isGood = Number.isInteger(version) && Number(version) >= 0 && Number(version) <= HIGHEST_VERSION;
    return isGood
      ? undefined
      : {
          expected: `protocolVersion as an integer from 0 to ${HIGHEST_VERSION}`,
          actual: shortly(version),
          frames: [frame],
        };
  }),
  onEach("acp.v1.init.client-capabilities-declared", initializes, ({ frame, params }) =>
    isJsonObject(member(params, "clientCapabilities"))
      ? undefined
      : {
          expected: "clientCapabilities as an object",
          actual: shortly(member(params, "clientCapabilities")),
          frames: [frame],
        },
  ),
  onEach("acp.v1.init.client-info", initializes, ({ frame, params }) => {
    const info = member(params, "clientInfo");
    const isNamed = ["name", "version"].every((key) => isText(member(info, key)));
    return isNamed
      ? undefined
      : { expected: "clientInfo with a name and a version", actual: shortly(info), frames: [frame] };
  }),
  onCall("acp.v1.init.implementation-fields", "initialize", ({ segments }) => segments[0] === "clientInfo"),
  onCall(
    "acp.v1.init.capability-types",
    "initialize",
    ({ segments }) => segments[0] === "clientCapabilities",
  ),
  noteEach(
    "acp.v1.init.once",
    (transcript) => [initializes(transcript).length].filter((count) => count > 0),
    (count) => (count > 1 ? `initialize is sent ${count} times on one connection` : undefined),
    "initialize is sent once on a connection",
  ),
];

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function initializes(transcript: Transcript): Call[] {
  return callsIn(transcript).filter(({ method }) => method === "initialize");
}

/** The first request, and one that came too early: it was no initialize, or came before the answer to that. */
function firstCalls(transcript: Transcript): { first: Call; early: Call | undefined }[] {
  const [first, ...others] = requestsIn(transcript);
  if (first === undefined) return [];
  if (first.method !== "initialize") return [{ first, early: first }];
  const answer: Frame | undefined = answerTo(transcript, first.frame);
  const early = others.find(({ frame }) => answer === undefined || frame.number < answer.number);
  return [{ first, early }];
}
