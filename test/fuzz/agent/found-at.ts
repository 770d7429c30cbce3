import type { ConversationCampaignResult } from "../../../src/fuzz/conversation/conversation-campaign.js";

/** A check, and how many commands at most are left of the conversation that speaks against it. */
export type FoundAt = readonly [checkId: string, commands: number];

/** What each mutant is caught at within 200 conversations at seed 1. */
export const FOUND_AT: Readonly<Record<string, FoundAt>> = {
  "cancels-all": ["agent.fuzz.cancel-scope", 5],
  "dies-of-reused-id": ["agent.fuzz.stays-alive", 2],
  "hangs-on-early-cancel": ["agent.fuzz.answers-every-request", 3],
  "loses-cancelled-answer": ["agent.fuzz.answers-every-request", 3],
  "answers-dollar": ["agent.fuzz.silent-on-notifications", 1],
  "answers-withdrawal": ["agent.fuzz.no-stray-response", 3],
  "loses-crossing-answer": ["agent.fuzz.answers-every-request", 5],
  "leaks-other-prompt": ["agent.fuzz.session-leak", 4],
  "answers-prompt-per-grant": ["agent.fuzz.one-response", 5],
  "dies-at-load-in-close": ["agent.fuzz.stays-alive", 3],
  "second-session-modeless": ["acp.v1.session.new-response-schema", 2],
  "resumes-closed-as-list": ["agent.fuzz.result-schema", 3],
  "deaf-after-cancelled-question": ["agent.fuzz.keeps-answering", 5],
  "loses-turn-at-mode": ["agent.fuzz.answers-every-request", 3],
  "closes-stdout-at-delete": ["agent.fuzz.stays-alive", 3],
  "cancel-sticks": ["acp.v1.stop.cancelled-only-when-cancelled", 6],
  "late-chunk": ["acp.v1.cancel.agent-updates-before-response", 3],
};

/** Those that need the lines and the repetitions of depth lean. */
export const FOUND_AT_LEAN: Readonly<Record<string, FoundAt>> = {
  "keeps-every-turn": ["agent.fuzz.memory", 2],
  "dies-of-noise": ["agent.fuzz.survives-odd-input", 1],
};

/** Was it found, confirmed and shrunk to at most so many commands? */
export function wasFound(
  { findings }: Pick<ConversationCampaignResult<unknown>, "findings">,
  expected: FoundAt | undefined,
): boolean {
  const [id, most] = expected ?? ["", 0];
  return findings.some(
    ({ checkId, played, isFlaky }) => checkId === id && !isFlaky && played.commands.length <= most,
  );
}
