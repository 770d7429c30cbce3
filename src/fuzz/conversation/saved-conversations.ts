import { unlessAborted } from "../../engine/unless-aborted.js";
import { asSeen, type ConversationFinding } from "./conversation-finding.js";
import type { AnyCommand, Conversation } from "./game.js";
import { patient } from "./patience.js";
import type { LookOptions } from "./pursue.js";
import type { Sighting } from "./sighting.js";

/** A conversation that an earlier run has seen fail. */
export interface SavedConversation<Command> {
  readonly checkId: string;
  readonly played: Conversation<Command>;
}

/** What speaks against a check in one conversation, if anything does; undefined too when it was interrupted. */
export async function failsCheck<Command extends AnyCommand>(
  { checkId, played }: SavedConversation<Command>,
  { game, signal, waitMs }: Omit<LookOptions<Command>, "shrinkMs">,
): Promise<Sighting | undefined> {
  const shown = await unlessAborted(signal, async () => await game.play(played, patient(waitMs)));
  return shown?.sightings.find((one) => one.checkId === checkId);
}

/** The saved conversations that still fail: twice, or they are flaky. */
export async function playSavedConversations<Command extends AnyCommand>(
  saved: readonly SavedConversation<Command>[],
  options: LookOptions<Command>,
): Promise<readonly ConversationFinding<Command>[]> {
  const findings: ConversationFinding<Command>[] = [];
  for (const one of saved) {
    const started = performance.now();
    const first = await failsCheck(one, options);
    if (first === undefined) continue;
    const isFlaky = (await failsCheck(one, options)) === undefined;
    const foundMs = Math.round(performance.now() - started);
    findings.push({ ...asSeen(first, one.played), isFlaky, trial: undefined, foundMs });
  }
  return findings;
}
