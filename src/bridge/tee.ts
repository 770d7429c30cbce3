import type { AgentExit } from "./agent-exit.js";
import { type AgentProcess, startAgent } from "./agent-process.js";
import { openClientInput, openClientOutput } from "./client-ends.js";
import { park } from "./descriptor.js";
import { hasReader, leaveHeir } from "./heir.js";
import type { Observer } from "./observer.js";
import { Pump } from "./pump.js";
import { isTerminating, onSignal } from "./signals.js";
import type { Sink } from "./sink.js";
import { slotsFor } from "./slots.js";
import type { Source } from "./source.js";
import type { SpawnFailure } from "./spawn-failure.js";

/** With a process of child_process nobody can tell whether output is still to come; this much silence says no. */
const SILENCE_MS = 100;

/** A client that asked the agent to end, and then takes no byte for so long, does not want the rest. */
const STANDSTILL_MS = 2_000;

/** An agent that exits so soon after a terminating signal exits because of it. */
const CONSEQUENCE_SECONDS = 10;

/** What a tee is told to do, and whom it tells how it went: exactly one of the two functions is called, once. */
export interface TeeOptions {
  /** The agent's command and arguments. */
  readonly argv: readonly string[];
  readonly observer?: Observer | undefined;
  failed(failure: SpawnFailure): void;
  /** The agent has ended and everything is delivered; the process is to end in the same way. */
  ended(exit: AgentExit): void;
}

/** Starts the agent and puts this process, unseen, between it and the client. */
export function startTee(options: TeeOptions): void {
  let session: Session | undefined;
  // Before the agent starts, so that no signal ends this process while the FIFOs are in the file system.
  onSignal((signal) => session?.signal(signal));
  const agent = startAgent(options.argv, slotsFor("a2c", options.observer), {
    failed: options.failed,
    exited: (exit) => session?.agentExited(exit),
  });
  if (agent === undefined) return;
  session = new Session(agent, options);
  session.start();
}

/** One agent's life behind the tee. */
class Session {
  readonly #agent: AgentProcess;
  readonly #options: TeeOptions;
  readonly #clientInput: Source;
  readonly #clientOutput: Sink;
  readonly #toAgent: Pump;
  readonly #toClient: Pump;
  #exit: AgentExit | undefined;
  /** When, by process.uptime(), the client last asked the agent to end. */
  #endWantedAt = Number.NEGATIVE_INFINITY;
  #hasEnded = false;

  constructor(agent: AgentProcess, options: TeeOptions) {
    const { observer } = options;
    this.#agent = agent;
    this.#options = options;
    this.#clientInput = openClientInput(slotsFor("c2a", observer));
    this.#clientOutput = openClientOutput();
    // The agent holds stderr now: if it closes it, the client is to see that. Not before stdout was compared with it.
    park(2);
    const nothing = (): void => undefined;
    this.#toAgent = new Pump("c2a", this.#clientInput, agent.input, observer, {
      done: nothing,
      heldOpen: nothing,
    });
    this.#toClient = new Pump("a2c", agent.output, this.#clientOutput, observer, {
      done: () => this.#endIfOver(),
      heldOpen: () => this.#leaveOutput(),
    });
  }

  start(): void {
    this.#toClient.start();
    this.#toAgent.start();
  }

  signal(signal: NodeJS.Signals): void {
    if (this.#exit === undefined) {
      if (isTerminating(signal)) this.#endWantedAt = process.uptime();
      this.#agent.kill(signal);
    } else if (isTerminating(signal)) {
      // The agent is gone already, and whoever sends this does not want to wait for the rest of its output.
      this.#end(this.#exit);
    }
  }

  agentExited(exit: AgentExit): void {
    this.#exit = exit;
    const isWanted = process.uptime() - this.#endWantedAt < CONSEQUENCE_SECONDS;
    if (isWanted) this.#whenStill(STANDSTILL_MS, () => this.#end(exit));
    if (this.#toClient.isDone) this.#end(exit);
    else this.#toClient.finish();
  }

  #endIfOver(): void {
    if (this.#exit !== undefined) this.#end(this.#exit);
  }

  /** The agent's own output is delivered, but a process that it left behind has its stdout still. */
  #leaveOutput(): void {
    const from = this.#agent.output.fd;
    const to = this.#clientOutput.fd;
    if (from !== undefined && to !== undefined && leaveHeir(from, to)) this.#endIfOver();
    else this.#whenStill(SILENCE_MS, () => this.#toClient.isIdle && this.#endIfOver());
  }

  #end(exit: AgentExit): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const from = this.#clientInput.fd;
    const to = this.#agent.input.fd;
    const canInherit = from !== undefined && to !== undefined && this.#toAgent.isIdle;
    if (canInherit && hasReader(to)) leaveHeir(from, to);
    // Whatever this process does before it exits, the client is to see the ends now, and the heirs are to be alone.
    this.#toAgent.stop();
    this.#toClient.stop();
    this.#options.ended(exit);
  }

  /** Calls `act` each time when nothing went to the client for this long. */
  #whenStill(ms: number, act: () => void): void {
    let steps = this.#toClient.steps;
    const look = (): void => {
      if (steps === this.#toClient.steps) act();
      steps = this.#toClient.steps;
    };
    // Timers run before input is looked at: after a long wait for the processor, what has arrived must count.
    setInterval(() => setImmediate(look), ms);
  }
}
