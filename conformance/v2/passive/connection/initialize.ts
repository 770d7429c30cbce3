import type { Transcript } from "../../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../../src/engine/scenario.js";
import type { Frame } from "../../../../src/wire/frame.js";
import { isJsonObject, type Json, type JsonObject } from "../../../../src/wire/message.js";
import { resultsOf } from "../../../scenarios/steps/messages.js";
import { onEach } from "../../../scenarios/steps/passive.js";
import { at, shortly } from "../../../scenarios/steps/reply.js";
import { onResult } from "../../../scenarios/steps/schema-check.js";

const OLD_NAMES = ["agentCapabilities", "clientCapabilities"];

/**
 * What the agent says of itself: docs/protocol/v2/initialization.mdx, "Implementation Information", and migration.mdx,
 * "Role-agnostic info and capabilities" and "Support markers are objects, not booleans".
 */
export const initializeChecks: readonly PassiveCheck[] = [
  onResult("acp.v2.init.info-required", "initialize", ({ segments }) => segments[0] === "info"),
  onEach("acp.v2.init.capabilities-field", greetings, ({ result, frames }) => {
    const old = OLD_NAMES.find((name) => name in result);
    return isJsonObject(result["capabilities"]) && old === undefined
      ? undefined
      : {
          expected: "capabilities, and no name of version 1 for them",
          actual: old ?? `capabilities is ${shortly(result["capabilities"])}`,
          frames,
        };
  }),
  onEach("acp.v2.init.markers-are-objects", markers, ({ path, marker, frames }) =>
    marker === null || isJsonObject(marker)
      ? undefined
      : { expected: `${path}: an object or null`, actual: shortly(marker), frames },
  ),
];

interface Greeting {
  readonly asked: JsonObject;
  readonly result: JsonObject;
  readonly frames: readonly Frame[];
}

/** The answers to initialize under which version 2 is spoken. */
export function greetings(transcript: Transcript): Greeting[] {
  return resultsOf(transcript, "initialize").flatMap(({ request, frame, result }) => {
    const { message } = request;
    const params = message.kind === "request" && isJsonObject(message.params) ? message.params : {};
    return result["protocolVersion"] === 2 ? [{ asked: params, result, frames: [request, frame] }] : [];
  });
}

/** The capabilities that version 2 defines for agents, by path (schema AgentCapabilities and below). */
const MARKERS = [
  "session",
  "session.prompt",
  "session.prompt.image",
  "session.prompt.audio",
  "session.prompt.embeddedContext",
  "session.mcp",
  "session.mcp.stdio",
  "session.mcp.http",
  "session.delete",
  "session.additionalDirectories",
  "auth",
];

function markers(transcript: Transcript): { path: string; marker: Json; frames: readonly Frame[] }[] {
  return greetings(transcript).flatMap(({ result, frames }) =>
    MARKERS.flatMap((path) => {
      const marker = at(result["capabilities"], ...path.split("."));
      return marker === undefined ? [] : [{ path, marker, frames }];
    }),
  );
}
