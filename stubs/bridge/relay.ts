import { closeSync, openSync, writeSync } from "node:fs";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { type Agent, type AgentExit, startAgent } from "./agent.js";
import { type Hop, type Overflow, type Passage, Pump } from "./pump.js";

/** The one thing that a mutant does its own way; what is left out is done right. */
export interface Defect {
  readonly passage?: Passage;
  readonly overflow?: Overflow;
  readonly launch?: (command: readonly string[]) => Agent;
  readonly onSignal?: (agent: Agent, signal: NodeJS.Signals) => void;
  readonly onClientEnd?: (agent: Agent) => void;
  readonly onAgentEnd?: () => void;
  /** Resolves when the bridge may end after its agent. */
  readonly drain?: (output: Pump, outputEnd: Promise<void>) => Promise<unknown>;
  readonly mirror?: (exit: AgentExit) => AgentExit;
}

const QUIET_MS = 100;
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR2"] as const;

// Reading process.stderr makes the descriptor non-blocking for the agent that inherits it, and sockets read it when
// they close. Nothing here needs it.
Object.defineProperty(process, "stderr", { value: undefined });

/** Runs the bridge `node FILE AGENT ARGS…`: right in everything but the given defect. */
export function runBridge(defect: Defect = {}): void {
  const command = process.argv.slice(2);
  if (command.length === 0) fail(125, "usage: AGENT ARGS…");
  const agent = (defect.launch ?? startAgent)(command);
  agent.process.on("error", (error: NodeJS.ErrnoException) => {
    fail(error.code === "ENOENT" ? 127 : 126, `Cannot start "${command[0]}": ${error.code}`);
  });

  process.stdout.on("error", () => undefined);
  const passage = defect.passage ?? ((chunks) => chunks);
  const overflow = defect.overflow ?? "wait";
  const input = new Pump(process.stdin, agent.stdin, passage, overflow);
  const output = new Pump(agent.stdout, process.stdout, passage, overflow);
  const toAgent: Hop = { direction: "c2a", answer: (bytes) => process.stdout.write(bytes) };
  const toClient: Hop = { direction: "a2c", answer: (bytes) => agent.stdin.write(bytes) };

  void input.run(toAgent).then(
    () => (defect.onClientEnd ?? endInput)(agent),
    () => closeDescriptor(0),
  );
  const outputEnd = output.run(toClient).then(defect.onAgentEnd ?? endOutput, endOutput);
  for (const signal of SIGNALS) process.on(signal, () => (defect.onSignal ?? passSignal)(agent, signal));
  agent.process.once("exit", (code, signal) => {
    void (defect.drain ?? drain)(output, outputEnd).then(() => {
      endLike((defect.mirror ?? ((exit) => exit))({ code, signal }));
    });
  });
}

/** Tells the agent that the client has ended; its own output goes on. */
function endInput(agent: Agent): void {
  agent.stdin.end();
}

/** Tells the client that the agent's output has ended, even if the agent lives on. */
function endOutput(): void {
  closeDescriptor(1);
}

function passSignal(agent: Agent, signal: NodeJS.Signals): void {
  agent.process.kill(signal);
}

/** Waits for the end of the output or, since a process of the agent's may keep it open, for quiet. */
async function drain(output: Pump, outputEnd: Promise<void>): Promise<void> {
  await Promise.race([outputEnd, quiet(output)]);
}

async function quiet(output: Pump): Promise<void> {
  for (let before = -1; output.isBusy || before !== output.moved; ) {
    before = output.moved;
    await sleep(QUIET_MS);
  }
}

/** Node never closes the descriptors 0 to 2 by itself; the number is kept occupied. */
function closeDescriptor(descriptor: 0 | 1): void {
  closeSync(descriptor);
  openSync("/dev/null", descriptor === 0 ? "r" : "w");
}

/** Ends this process as the agent ended. */
function endLike({ code, signal }: AgentExit): void {
  if (signal === null) process.exit(code ?? 1);
  // Node ignores SIGPIPE and keeps SIGUSR1 for itself: a listener that comes and goes gives a signal its default action
  // back. SIGKILL takes none.
  if (signal !== "SIGKILL") process.on(signal, () => undefined).removeAllListeners(signal);
  process.kill(process.pid, signal);
  setTimeout(() => process.exit(128 + constants.signals[signal]), 1000);
}

function fail(code: number, reason: string): never {
  writeSync(2, `bridge: ${reason}\n`);
  process.exit(code);
}
