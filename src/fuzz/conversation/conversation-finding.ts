import type { Frame } from "../../wire/frame.js";
import type { AnyCommand, Conversation } from "./game.js";
import type { Sighting } from "./sighting.js";

/** One thing that a subject got wrong, with the shortest conversation that shows it. */
export interface ConversationFinding<Command> {
  /** The check that it speaks against, as `agent.fuzz.cancel-scope`. */
  readonly checkId: string;
  readonly expected: string;
  readonly actual: string;
  readonly frames: readonly Frame[];
  /** The number of the conversation that showed it first; none for a saved one. */
  readonly trial: number | undefined;
  readonly played: Conversation<Command>;
  /** When it was found, in milliseconds from the start of the campaign. */
  readonly foundMs: number;
  /** It showed once and not twice more on fresh processes, or it was interrupted before that could be seen. */
  readonly isFlaky: boolean;
}

/** Findings are told apart by what was done, the numbers of sessions aside. */
export function titleOf(checkId: string, { commands }: Conversation<AnyCommand>): string {
  return `${checkId} ${JSON.stringify(commands.map(withoutNumbers))}`;
}

/** Does the conversation contain what a known finding took, in its order? Then it is most likely the same again. */
export function explains(
  { commands: needed }: Conversation<AnyCommand>,
  { commands }: Conversation<AnyCommand>,
): boolean {
  const wanted = needed.map((command) => JSON.stringify(withoutNumbers(command)));
  let next = 0;
  for (const command of commands) {
    if (JSON.stringify(withoutNumbers(command)) === wanted[next]) next += 1;
  }
  return next === wanted.length;
}

/** A finding as it was first seen. */
export function asSeen<Command>(
  { checkId, expected, actual, frames }: Sighting,
  played: Conversation<Command>,
): Omit<ConversationFinding<Command>, "trial" | "foundMs"> {
  return { checkId, expected, actual, frames, played, isFlaky: true };
}

function withoutNumbers(command: AnyCommand): object {
  return { ...command, session: 0, place: 0 };
}
