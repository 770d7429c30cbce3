import type { Frame } from "../../wire/frame.js";
import { isJsonObject, type Json, type JsonObject } from "../../wire/message.js";
import { NOT_WHOLE, type Sighting } from "./loss-sighting.js";
import { updateIn } from "./news.js";
import type { NoTurn, Turn } from "./turn.js";

/**
 * Judges a turn in which the agent referred to a terminal of its own. The client creates none in it, so that a terminal in
 * the words of version 1 stands for nothing (docs/rfds/v2/terminal-output.mdx, "Compatibility").
 */
export function sightTerminal(turn: Turn | NoTurn): Sighting {
  if (turn.kind === "no turn") return { kind: "not tested", reason: turn.reason };
  const mapped = turn.toClient.filter(hasTerminal);
  const [byShape] = mapped.filter((frame) => !isExtended(frame));
  if (byShape !== undefined)
    return {
      kind: "silent",
      actual: "a terminal that the client never created, as content of a tool call",
      frames: [byShape],
    };
  if (mapped.length > 0)
    return { kind: "unclear", reason: "terminals are told in an extension of version 1, by _meta" };
  if (turn.end !== undefined) return { kind: "told", how: turn.end };
  if (!turn.isWhole) return { kind: "not tested", reason: NOT_WHOLE };
  return { kind: "told", how: "no terminal is told to the client" };
}

/** Is there a terminal among the content of a tool call, where version 1 has it? */
function hasTerminal(frame: Frame): boolean {
  return toolCallsIn(frame).some((toolCall) => terminalsOf(toolCall).length > 0);
}

/** Does `_meta` say more than the shape does? The agent sends none. */
function isExtended(frame: Frame): boolean {
  return toolCallsIn(frame).some((toolCall) => [toolCall, ...terminalsOf(toolCall)].some(hasMeta));
}

function toolCallsIn(frame: Frame): JsonObject[] {
  const update = updateIn(frame);
  const kind = update?.["sessionUpdate"];
  if (update !== undefined && (kind === "tool_call" || kind === "tool_call_update")) return [update];
  const { message } = frame;
  const isAsked = message.kind === "request" && message.method === "session/request_permission";
  const toolCall = isAsked && isJsonObject(message.params) ? message.params["toolCall"] : undefined;
  return isJsonObject(toolCall) ? [toolCall] : [];
}

function terminalsOf({ content }: JsonObject): JsonObject[] {
  const items: readonly Json[] = Array.isArray(content) ? content : [];
  return items.filter(isJsonObject).filter(({ type }) => type === "terminal");
}

function hasMeta({ _meta: meta }: JsonObject): boolean {
  return isJsonObject(meta) && Object.keys(meta).length > 0;
}
