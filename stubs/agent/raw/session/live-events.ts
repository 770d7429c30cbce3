import type { JsonObject } from "../../../../src/wire/message.js";
import type { RawAgent } from "../agent.js";

/** What a turn shows of itself to a client that announced it: a notice, and a compaction from its start to its end. */
export function liveEvents(agent: RawAgent): JsonObject[] {
  const compactionId = `c-${agent.freshName()}`;
  const summary = { type: "text", text: "They said ready." };
  return [
    ...(agent.isAnnounced("session", "notices") ? [NOTICE] : []),
    ...(agent.isAnnounced("session", "compaction")
      ? [
          { sessionUpdate: "compaction_update", compactionId, status: "in_progress" },
          { sessionUpdate: "compaction_summary_chunk", compactionId, content: summary },
          { sessionUpdate: "compaction_update", compactionId, status: "completed" },
        ]
      : []),
  ];
}

/** The notice of every turn. */
export const NOTICE: JsonObject = {
  sessionUpdate: "notice",
  severity: "info",
  title: "The disk is half full",
};
