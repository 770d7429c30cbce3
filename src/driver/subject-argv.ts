import { Fault } from "../fault.js";

/**
 * Puts the command of the harness's own probe agent into a subject's argv (DESIGN, "Command line"): an argument that is
 * exactly `{agent}` becomes its several arguments; `{agent-command}`, also inside an argument, becomes the same as one
 * POSIX-quoted string; a subject with neither gets it appended.
 */
export function withAgent(argv: readonly string[], agent: readonly string[]): string[] {
  const hasPlace = argv.some((argument) => argument === "{agent}" || argument.includes("{agent-command}"));
  const inside = hasPlace ? undefined : argv.find((argument) => argument.includes("{agent}"));
  if (inside !== undefined) {
    throw new Fault(
      "usage",
      `"{agent}" stands inside "${inside}": there it has to be {agent-command}, one quoted string`,
    );
  }
  if (!hasPlace) return [...argv, ...agent];
  const [command] = argv;
  if (command === "{agent}")
    throw new Fault("usage", 'The subject is only "{agent}": give the command of the bridge');
  return argv.flatMap((argument) =>
    argument === "{agent}" ? agent : [argument.replaceAll("{agent-command}", () => quoteAll(agent))],
  );
}

/** One string that a POSIX shell reads back as these arguments. */
export function quoteAll(argv: readonly string[]): string {
  return argv.map(quote).join(" ");
}

function quote(argument: string): string {
  if (/^[\w@%+=:,./-]+$/.test(argument)) return argument;
  return `'${argument.replaceAll("'", "'\\''")}'`;
}
