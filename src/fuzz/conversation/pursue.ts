import { unlessAborted } from "../../engine/unless-aborted.js";
import { asSeen, type ConversationFinding } from "./conversation-finding.js";
import type { AnyCommand, Conversation, Game, Waits } from "./game.js";
import { hurried, patient } from "./patience.js";
import { shrinkConversation } from "./shrink-conversation.js";
import type { Sighting } from "./sighting.js";

/** What looking at conversations takes. */
export interface LookOptions<Command extends AnyCommand> {
  readonly game: Game<Command>;
  /** How long one wait may take, in milliseconds. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
  /** How long one finding may be shrunk, in milliseconds. */
  readonly shrinkMs: number;
}

/** What was seen, in which conversation, with a subject that took so long for its slowest answer. */
export interface Seen<Command> {
  readonly sighting: Sighting;
  readonly played: Conversation<Command>;
  readonly slowestMs: number;
}

type Pursued<Command> = Omit<ConversationFinding<Command>, "trial" | "foundMs">;

/** A finding counts when it shows this often again, on fresh processes. */
const TIMES_AGAIN = 2;

/** Shrinks what was seen and plays it twice more with all patience; the whole conversation where the short one misleads. */
export async function pursue<Command extends AnyCommand>(
  { sighting, played, slowestMs }: Seen<Command>,
  options: LookOptions<Command>,
): Promise<Pursued<Command>> {
  const deadline = performance.now() + options.shrinkMs;
  const quick = hurried([sighting.family], slowestMs, options.waitMs);
  const shows = async (smaller: Conversation<Command>): Promise<boolean> => {
    if (options.signal.aborted || performance.now() > deadline) return false;
    return (await lookAgain(smaller, sighting, options, quick)) !== undefined;
  };
  const least = await shrinkConversation(played, options.game, shows);
  return (
    (await confirmed(least, sighting, options)) ??
    (await confirmed(played, sighting, options)) ??
    asSeen(sighting, least)
  );
}

/** The same finding in this conversation, if it shows. */
export async function lookAgain<Command extends AnyCommand>(
  played: Conversation<Command>,
  { family }: Pick<Sighting, "family">,
  { game, signal, waitMs }: LookOptions<Command>,
  waits: Waits = patient(waitMs),
): Promise<Sighting | undefined> {
  const shown = await unlessAborted(signal, async () => await game.play(played, waits));
  return shown?.sightings.find((one) => one.family === family);
}

async function confirmed<Command extends AnyCommand>(
  played: Conversation<Command>,
  sighting: Sighting,
  options: LookOptions<Command>,
): Promise<Pursued<Command> | undefined> {
  let last: Sighting | undefined;
  for (let time = 0; time < TIMES_AGAIN; time += 1) {
    last = await lookAgain(played, sighting, options);
    if (last === undefined) return undefined;
  }
  return last && { ...asSeen(last, played), isFlaky: false };
}
