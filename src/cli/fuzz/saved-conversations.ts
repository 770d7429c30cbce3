import { savedFailures } from "../../engine/failure.js";
import type { Registry } from "../../engine/registry.js";
import type { SavedConversation } from "../../fuzz/agent/saved-conversations.js";
import { isAgentTrial } from "../../fuzz/model/read-trial.js";

/** What earlier runs have seen this agent fail; what this version cannot play is left out. */
export function savedConversations(subject: readonly string[], registry: Registry): SavedConversation[] {
  return savedFailures().flatMap(({ subject: failed, check, play }): SavedConversation[] => {
    const isOfSubject = JSON.stringify(failed) === JSON.stringify(subject);
    if (!isOfSubject || play.kind !== "conversation" || !isAgentTrial(play.trial)) return [];
    return registry.find(check.id) === undefined ? [] : [{ checkId: check.id, played: play.trial }];
  });
}
