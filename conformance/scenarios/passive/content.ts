import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import { isJsonObject } from "../../../src/wire/message.js";
import { callsIn } from "../steps/messages.js";
import { onEach } from "../steps/passive.js";
import { items, member, shortly } from "../steps/reply.js";
import { by, onValue, type Shown } from "../steps/schema-check.js";
import { updatesIn } from "../steps/turn.js";

/** The definitions of which the schema builds an embedded resource. */
const RESOURCE = [
  "EmbeddedResource",
  "EmbeddedResourceResource",
  "TextResourceContents",
  "BlobResourceContents",
];

/**
 * Content blocks that agents write in chunks and in tool calls, and clients in prompts: docs/protocol/v1/content.mdx, "Content Types", and
 * the schema's ContentBlock. Each kind has a rule of its own, and block-schema is about all of them.
 */
export const contentChecks: readonly PassiveCheck[] = [
  onValue("acp.v1.content.block-schema", "ContentBlock", blocksIn),
  onValue("acp.v1.content.text", "ContentBlock", ofType("text"), by("TextContent")),
  onValue("acp.v1.content.resource-link", "ContentBlock", ofType("resource_link"), by("ResourceLink")),
  onValue("acp.v1.content.embedded-resource", "ContentBlock", ofType("resource"), by(...RESOURCE)),
  onEach("acp.v1.content.image", ofType("image"), judgeMedia),
  onEach("acp.v1.content.audio", ofType("audio"), judgeMedia),
  onValue("acp.v1.content.annotations", "Annotations", (transcript) =>
    blocksIn(transcript).flatMap(({ value, frames }) => {
      const annotations = member(value, "annotations") ?? null;
      return annotations === null ? [] : [{ value: annotations, frames }];
    }),
  ),
];

function judgeMedia({
  value,
  frames,
}: Shown): { expected: string; actual: string; frames: Shown["frames"] } | undefined {
  const data = member(value, "data");
  const mimeType = member(value, "mimeType");
  const isGood = typeof data === "string" && isBase64(data) && typeof mimeType === "string";
  const actual = `data ${shortly(data)}, mimeType ${shortly(mimeType)}`;
  return isGood ? undefined : { expected: "data in base64 and a MIME type", actual, frames };
}

/** Is this RFC 4648 base64? */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

function ofType(type: string): (transcript: Transcript) => Shown[] {
  return (transcript) => blocksIn(transcript).filter(({ value }) => member(value, "type") === type);
}

/** Blocks that the subject wrote: an agent in its updates, a client in its prompts. */
function blocksIn(transcript: Transcript): Shown[] {
  return transcript.subject === "a2c" ? blocksOfUpdates(transcript) : blocksOfPrompts(transcript);
}

function blocksOfPrompts(transcript: Transcript): Shown[] {
  return callsIn(transcript)
    .filter(({ method }) => method === "session/prompt")
    .flatMap(({ frame, params }) =>
      items(member(params, "prompt")).map((value) => ({ value, frames: [frame] })),
    );
}

function blocksOfUpdates(transcript: Transcript): Shown[] {
  return updatesIn(transcript).flatMap(({ frame, kind, update }) => {
    const blocks = kind.endsWith("_chunk")
      ? [update["content"]]
      : items(update["content"])
          .filter((item) => member(item, "type") === "content")
          .map((item) => member(item, "content"));
    return blocks.flatMap((value) => (isJsonObject(value) ? [{ value, frames: [frame] }] : []));
  });
}
