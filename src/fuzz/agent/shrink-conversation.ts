import type { AgentTrial, Command } from "../model/command.js";
import { fewest, smallest } from "../shrink/fewest.js";

/** Says whether a smaller conversation still shows the same. */
export type ShowsSame = (trial: AgentTrial) => Promise<boolean>;

/** The fewest commands that still show it, each as plain as it can be, in sessions counted from 0. */
export async function shrinkConversation(trial: AgentTrial, shows: ShowsSame): Promise<AgentTrial> {
  let commands = await fewest(trial.commands, async (rest) => await shows({ commands: rest }));
  for (const [place, command] of commands.entries()) {
    for (const plainer of plainerThan(command)) {
      const changed = commands.map((one, position) => (position === place ? plainer : one));
      if (!(await shows({ commands: changed }))) continue;
      commands = changed;
      break;
    }
    const { [place]: kept } = commands;
    if (kept?.do !== "turns") continue;
    const withTimes = (times: number): Command[] =>
      commands.map((one, position) => (position === place ? { ...kept, times } : one));
    const times = await smallest(1, kept.times, async (fewer) => await shows({ commands: withTimes(fewer) }));
    commands = withTimes(times);
  }
  const renumbered = { commands: counted(commands) };
  const isChanged = JSON.stringify(renumbered.commands) !== JSON.stringify(commands);
  return isChanged && (await shows(renumbered)) ? renumbered : { commands };
}

/** The same command, plainer, from the plainest on. */
function plainerThan(command: Command): Command[] {
  switch (command.do) {
    case "prompt": {
      const kinds = ["short", "long", "file"] as const;
      return kinds.slice(0, kinds.indexOf(command.kind)).map((kind) => ({ ...command, kind }));
    }
    case "answer":
      return command.how === "allow" ? [] : [{ ...command, how: "allow" }];
    case "set-mode":
    case "set-option":
      return command.place === 0 ? [] : [{ ...command, place: 0 }];
    default:
      return [];
  }
}

/** With its sessions counted in the order in which they appear. */
function counted(commands: readonly Command[]): Command[] {
  const numbers = new Map<number, number>();
  return commands.map((command) => {
    if (!("session" in command)) return command;
    const number = numbers.get(command.session) ?? numbers.size;
    numbers.set(command.session, number);
    return { ...command, session: number };
  });
}
