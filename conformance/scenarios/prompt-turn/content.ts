import type { AgentStage } from "../../../src/engine/scenario.js";
import type { JsonObject } from "../../../src/wire/message.js";
import { at, framesOf, told } from "../steps/reply.js";
import type { Session } from "../steps/setup.js";
import { SHORT, type TurnEnd, take, text } from "../steps/turn.js";

/** A kind of content block, the requirement to accept it, and the prompt capability that brings it. */
export interface ContentKind {
  readonly id: string;
  readonly capability?: string;
  readonly blocks: readonly JsonObject[];
}

const ONE_PIXEL_PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const SILENT_WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

/**
 * Text and resource links are a baseline; images, audio and embedded resources come with their capability
 * (docs/protocol/v1/initialization.mdx, "Prompt capabilities").
 */
export function contentKinds(cwd: string): ContentKind[] {
  return [
    {
      id: "acp.v1.prompt.baseline-text",
      blocks: [
        ...text(SHORT),
        { type: "text", text: "é — 😀", _meta: { "acp-assay.example/note": [1, null] } },
      ],
    },
    {
      id: "acp.v1.prompt.baseline-resource-link",
      blocks: [{ type: "resource_link", uri: `file://${cwd}/note.txt`, name: "note.txt" }],
    },
    {
      id: "acp.v1.prompt.image-accepted",
      capability: "image",
      blocks: [{ type: "image", mimeType: "image/png", data: ONE_PIXEL_PNG }],
    },
    {
      id: "acp.v1.prompt.audio-accepted",
      capability: "audio",
      blocks: [{ type: "audio", mimeType: "audio/wav", data: SILENT_WAV }],
    },
    {
      id: "acp.v1.prompt.embedded-accepted",
      capability: "embeddedContext",
      blocks: [
        { type: "resource", resource: { uri: `file://${cwd}/a.txt`, mimeType: "text/plain", text: "ready" } },
        { type: "resource", resource: { uri: `file://${cwd}/b.bin`, blob: "AAEC" } },
      ],
    },
  ];
}

/** Splits the kinds by what the agent advertised, and notes the others as not applicable. */
export function applicableKinds(stage: AgentStage): ContentKind[] {
  return contentKinds(stage.cwd).filter(({ id, capability }) => {
    const path = ["agentCapabilities", "promptCapabilities", capability ?? ""];
    const isOffered = capability === undefined || at(stage.facts.initialize, ...path) === true;
    if (!isOffered) stage.notApplicable(id, `the agent does not advertise ${path.join(".")}`);
    return isOffered;
  });
}

/**
 * Finds out which kind of content a prompt was refused for: text alone, then text with each other kind. An agent that
 * refuses plain text for another reason than its parameters cannot work here at all, and nothing is judged.
 */
export async function isolateRefusal(
  stage: AgentStage,
  session: Session,
  kinds: readonly ContentKind[],
): Promise<void> {
  const [baseline, ...others] = kinds;
  if (baseline === undefined) return;
  const alone = await take(session, baseline.blocks);
  if (!judgeKind(stage, baseline, alone)) {
    for (const { id } of others) stage.notTested(id, `plain text already gave ${told(alone.reply)}`);
    return;
  }
  for (const kind of others) {
    judgeKind(stage, kind, await take(session, [...baseline.blocks, ...kind.blocks]));
  }
}

/** Judges what one prompt says about one kind; true when the kind was accepted. */
function judgeKind(stage: AgentStage, { id }: ContentKind, { reply }: TurnEnd): boolean {
  const isText = id === "acp.v1.prompt.baseline-text";
  if (reply.kind === "silence" || (isText && reply.kind === "error" && reply.error["code"] !== -32602)) {
    stage.notTested(id, `a prompt gave ${told(reply)}`);
    return false;
  }
  stage.expect(id, reply.kind === "result", () => ({
    expected: "a turn, since this kind of content is supported",
    actual: told(reply),
    frames: framesOf(reply),
  }));
  return reply.kind === "result";
}
