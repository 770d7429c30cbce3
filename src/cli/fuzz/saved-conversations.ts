import { type Play, savedFailures } from "../../engine/failure.js";
import type { Registry } from "../../engine/registry.js";
import type { AgentCommand } from "../../fuzz/client/model/command.js";
import { isClientTrial } from "../../fuzz/client/model/read-trial.js";
import type { Conversation } from "../../fuzz/conversation/game.js";
import type { SavedConversation } from "../../fuzz/conversation/saved-conversations.js";
import type { Command } from "../../fuzz/model/command.js";
import { isAgentTrial } from "../../fuzz/model/read-trial.js";

/** What earlier runs have seen this agent fail; what this version cannot play is left out. */
export function savedConversations(
  subject: readonly string[],
  registry: Registry,
): SavedConversation<Command>[] {
  return savedOf(subject, registry, { kind: "conversation", isTrial: isAgentTrial });
}

/** What earlier runs have seen this client fail; what this version cannot play is left out. */
export function savedClientConversations(
  subject: readonly string[],
  registry: Registry,
): SavedConversation<AgentCommand>[] {
  return savedOf(subject, registry, { kind: "client-conversation", isTrial: isClientTrial });
}

interface Readable<Command> {
  readonly kind: Play["kind"];
  readonly isTrial: (value: unknown) => value is Conversation<Command>;
}

function savedOf<Command>(
  subject: readonly string[],
  registry: Registry,
  { kind, isTrial }: Readable<Command>,
): SavedConversation<Command>[] {
  return savedFailures().flatMap(({ subject: failed, check, play }): SavedConversation<Command>[] => {
    const isOfSubject = JSON.stringify(failed) === JSON.stringify(subject);
    const trial: unknown = "trial" in play ? play.trial : undefined;
    if (!isOfSubject || play.kind !== kind || !isTrial(trial)) return [];
    return registry.find(check.id) === undefined ? [] : [{ checkId: check.id, played: trial }];
  });
}
