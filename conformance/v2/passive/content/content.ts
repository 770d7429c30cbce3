import type { Transcript } from "../../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../../src/engine/scenario.js";
import { isBase64 } from "../../../scenarios/passive/content.js";
import { onEach } from "../../../scenarios/steps/passive.js";
import { at, items, member, shortly } from "../../../scenarios/steps/reply.js";
import type { Shown } from "../../../scenarios/steps/schema-check.js";
import { updatesIn } from "../../../scenarios/steps/turn.js";

/** Content blocks that an agent writes (docs/protocol/v2/content.mdx; migration.mdx, "Content blocks"). */
export const contentChecks: readonly PassiveCheck[] = [
  onEach("acp.v2.content.uri-format", blocksIn, ({ value, frames }) => {
    const uri = member(value, "type") === "resource" ? at(value, "resource", "uri") : member(value, "uri");
    const data = member(value, "data") ?? at(value, "resource", "blob");
    const isUri = (uri ?? null) === null || (typeof uri === "string" && /^[a-z][a-z0-9+.-]*:/i.test(uri));
    const isData = data === undefined || (typeof data === "string" && isBase64(data));
    return isUri && isData
      ? undefined
      : { expected: "URIs and base64", actual: shortly(isUri ? data : uri), frames };
  }),
  onEach("acp.v2.content.priority-range", priorities, ({ value, frames }) =>
    typeof value === "number" && value >= 0 && value <= 1
      ? undefined
      : { expected: "a priority from 0 to 1", actual: shortly(value), frames },
  ),
  onEach("acp.v2.content.icons", icons, ({ value, frames }) => {
    const src = member(value, "src");
    return typeof src === "string" && /^(https|data):/i.test(src)
      ? undefined
      : { expected: "src as an https or data URI", actual: shortly(src), frames };
  }),
];

/** The blocks in messages, in their chunks, and in tool calls. */
function blocksIn(transcript: Transcript): Shown[] {
  return updatesIn(transcript).flatMap(({ kind, update, frame }) => {
    const { content } = update;
    const given = Array.isArray(content) ? content : content === undefined ? [] : [content];
    const isTool = kind.startsWith("tool_call");
    const blocks = isTool
      ? given.flatMap((item) => (member(item, "type") === "content" ? (member(item, "content") ?? []) : []))
      : given;
    return MESSAGES.test(kind) || isTool ? blocks.map((value) => ({ value, frames: [frame] })) : [];
  });
}

const MESSAGES = /^(user_message|agent_message|agent_thought)(_chunk)?$/;

function priorities(transcript: Transcript): Shown[] {
  return blocksIn(transcript).flatMap(({ value, frames }) => {
    const priority = at(value, "annotations", "priority") ?? null;
    return priority === null ? [] : [{ value: priority, frames }];
  });
}

function icons(transcript: Transcript): Shown[] {
  return blocksIn(transcript).flatMap(({ value, frames }) =>
    items(member(value, "icons")).map((icon) => ({ value: icon, frames })),
  );
}
