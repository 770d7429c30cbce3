import { fewest, smallest } from "../shrink/fewest.js";
import type { AnyCommand, Conversation, Game } from "./game.js";

/** Says whether a smaller conversation still shows the same. */
export type ShowsSame<Command> = (conversation: Conversation<Command>) => Promise<boolean>;

/** The fewest commands that still show it, each as plain as it can be, in sessions counted from 0. */
export async function shrinkConversation<Command extends AnyCommand>(
  conversation: Conversation<Command>,
  game: Pick<Game<Command>, "plainer">,
  shows: ShowsSame<Command>,
): Promise<Conversation<Command>> {
  let commands = await fewest(conversation.commands, async (rest) => await shows({ commands: rest }));
  for (let place = 0; place < commands.length; place += 1) {
    for (let next = true; next; ) {
      next = false;
      const { [place]: present } = commands;
      for (const candidate of present === undefined ? [] : game.plainer(present)) {
        const changed = commands.with(place, candidate);
        if (!(await shows({ commands: changed }))) continue;
        commands = changed;
        next = true;
        break;
      }
    }
    commands = await fewestTimes(commands, place, shows);
  }
  const renumbered = { commands: counted(commands) };
  const isChanged = JSON.stringify(renumbered.commands) !== JSON.stringify(commands);
  return isChanged && (await shows(renumbered)) ? renumbered : { commands };
}

/** A command that is repeated, no more often than it takes. */
async function fewestTimes<Command extends AnyCommand>(
  commands: readonly Command[],
  place: number,
  shows: ShowsSame<Command>,
): Promise<readonly Command[]> {
  const { [place]: repeated } = commands;
  if (repeated?.times === undefined) return commands;
  const withTimes = (times: number): Command[] => commands.with(place, { ...repeated, times });
  const least = await smallest(
    1,
    repeated.times,
    async (times) => await shows({ commands: withTimes(times) }),
  );
  return withTimes(least);
}

/** With its sessions counted in the order in which they appear. */
function counted<Command extends AnyCommand>(commands: readonly Command[]): Command[] {
  const numbers = new Map<number, number>();
  return commands.map((command) => {
    if (command.session === undefined) return command;
    const number = numbers.get(command.session) ?? numbers.size;
    numbers.set(command.session, number);
    return { ...command, session: number };
  });
}
