import { type BridgeStub, lineMutant, mutant } from "./stub-entry.js";

/** Defects in launch, standard error, end of input, signals and exit. */
export const PROCESS_MUTANTS: readonly BridgeStub[] = [
  mutant("always-exits-zero", "Exits with code 0 however its agent ended.", 74),
  mutant("mirrors-signal-as-code", "Exits with code 1 where its agent died by a signal.", 67),
  mutant("eats-stderr", "Throws the agent's standard error away.", 73),
  mutant("never-reads-stderr", "Lets the agent stand still once its standard error is full.", 78),
  mutant("merges-stderr", "Writes the agent's standard error into its output.", 1),
  mutant("launches-through-a-shell", "Joins the agent's arguments and lets a shell split them.", 5),
  mutant("clears-environment", "Gives the agent no environment but PATH."),
  mutant("changes-directory", "Starts the agent in another directory."),
  mutant("closes-both-on-eof", "Kills the agent and exits with 0 when the client closes its side.", 69),
  mutant("ignores-client-eof", "Never tells the agent that the client has ended.", 66),
  lineMutant("closes-agent-input-early", "Closes the agent's input after the client's first line.", 75),
  mutant("hides-agent-eof", "Keeps its output open when the agent has closed its own and lives on.", 75),
  mutant("exits-before-drain", "Ends 150 ms after its agent, whether the output is taken or not.", 74),
  mutant("outlives-its-agent", "Stays when its agent has ended, until the client ends.", 70),
  mutant("leaves-agent-behind", "Dies by a signal and leaves the agent running.", 65),
  mutant("ignores-signals", "Neither passes signals on nor obeys them.", 67),
  mutant("doubles-signals", "Passes each signal on twice.", 67),
];
