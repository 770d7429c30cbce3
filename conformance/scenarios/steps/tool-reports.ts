import type { Transcript } from "../../../src/driver/transcript.js";
import { type Update, updatesIn } from "./turn.js";

/** Everything that the agent reported of tool calls. */
export function reports(transcript: Transcript): Update[] {
  return updatesIn(transcript).filter(isReport);
}

/** Is this update about a tool call? */
export function isReport({ kind }: Update): boolean {
  return kind === "tool_call" || kind === "tool_call_update";
}

/** The same for two reports exactly when they are about one tool call of one session. */
export function keyOf({ sessionId, update }: Update): string {
  return JSON.stringify([sessionId, update["toolCallId"]]);
}
