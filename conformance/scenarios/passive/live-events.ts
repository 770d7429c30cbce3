import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import type { Protocol } from "../../../src/protocol/protocol.js";
import type { Frame } from "../../../src/wire/frame.js";
import { type Json, wordOf } from "../../../src/wire/message.js";
import { onEach } from "../steps/passive.js";
import { shortly } from "../steps/reply.js";
import { type Update, updatesIn } from "../steps/turn.js";
import { announces, hasTurn } from "./capabilities.js";

const COMPACTION = ["compaction_update", "compaction_summary_chunk"];
const NOTICE = ["notice"];

/**
 * Notices and compactions, which a client has to announce first (schema Notice, CompactionUpdate and
 * CompactionSummaryChunk; docs/protocol/v1/draft/prompt-turn.mdx, "Session Compaction"). Older schemas know neither.
 */
export const liveEventChecks: readonly PassiveCheck[] = [
  gated("acp.v1.notices.gated", NOTICE, "notices"),
  gated("acp.v1.compaction.gated", COMPACTION, "compaction"),
  bySchema("acp.v1.notices.schema", NOTICE),
  bySchema("acp.v1.compaction.schema", COMPACTION),
  onEach("acp.v1.compaction.lifecycle", afterTerminal, ({ update, status, isOver, before }) =>
    isOver
      ? {
          expected: `nothing more of a compaction that is ${shortly(status)}, and no other status`,
          actual: `${update.kind} ${shortly(update.update["status"])}`,
          frames: [before, update.frame],
        }
      : undefined,
  ),
];

function updatesOf(transcript: Transcript, protocol: Protocol, kinds: readonly string[]): Update[] {
  return protocol.id === "v1" ? updatesIn(transcript).filter(({ kind }) => kinds.includes(kind)) : [];
}

function gated(id: string, kinds: readonly string[], capability: string): PassiveCheck {
  return onEach(
    id,
    (transcript, protocol) => {
      if (protocol.id !== "v1" || announces(transcript, ["session", capability])) return [];
      const [sent] = updatesOf(transcript, protocol, kinds);
      return sent !== undefined || hasTurn(transcript) ? [{ sent }] : [];
    },
    ({ sent }) =>
      sent === undefined
        ? undefined
        : {
            expected: `no ${sent.kind} without clientCapabilities.session.${capability}`,
            actual: shortly(sent.update),
            frames: [sent.frame],
          },
  );
}

function bySchema(id: string, kinds: readonly string[]): PassiveCheck {
  return onEach(
    id,
    (transcript, protocol) => updatesOf(transcript, protocol, kinds),
    ({ frame, update }, protocol) => {
      const [violation] = protocol.judgeDefinition("SessionUpdate", update, "update");
      return violation === undefined
        ? undefined
        : {
            expected: `${violation.path}: ${violation.expected} (${violation.definition})`,
            actual: `${violation.path}: ${violation.actual}`,
            frames: [frame],
          };
    },
  );
}

interface Step {
  readonly update: Update;
  /** The status before this step. */
  readonly status: Json | undefined;
  readonly before: Frame | undefined;
  readonly isOver: boolean;
}

/** A later update may repeat the final status, since it has to name one. */
function afterTerminal(transcript: Transcript, protocol: Protocol): Step[] {
  const last = new Map<string, { status: Json | undefined; frame: Frame }>();
  return updatesOf(transcript, protocol, COMPACTION).map((update) => {
    const key = JSON.stringify([update.sessionId, update.update["compactionId"]]);
    const before = last.get(key);
    const isChunk = update.kind === "compaction_summary_chunk";
    const status = isChunk ? before?.status : update.update["status"];
    last.set(key, { status, frame: update.frame });
    const isOver = TERMINAL.has(wordOf(before?.status)) && (isChunk || status !== before?.status);
    return { update, status: before?.status, before: before?.frame, isOver };
  });
}

const TERMINAL: ReadonlySet<string> = new Set(["completed", "failed", "cancelled"]);
