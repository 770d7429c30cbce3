import { openClientInput, openClientOutput } from "./client-ends.js";
import { hasReader } from "./heir.js";
import type { Observer } from "./observer.js";
import { PipeSink } from "./pipe-sink.js";
import { PipeSource } from "./pipe-source.js";
import { Pump } from "./pump.js";
import { onSignal } from "./signals.js";
import { slotsFor } from "./slots.js";

/** An agent that has closed its stdout may go on reading: so often is looked whether it still does, in milliseconds. */
const LOOK_MS = 50;

export interface RelayOptions {
  /** Our end of the agent's stdin, and of its stdout. */
  readonly toAgent: number;
  readonly fromAgent: number;
  readonly observer?: Observer | undefined;
  /** Nothing can come any more, in either direction. Called once. */
  ended(): void;
}

/**
 * Carries the bytes beside an agent that is not our child: the front made the pipes and became the agent. Who holds their
 * other ends, the agent or what it left behind, is its own affair; we are done when nobody does.
 */
export function startRelay({ toAgent, fromAgent, observer, ended }: RelayOptions): void {
  // A signal for the process group is for the agent; what it says because of it still has to arrive.
  onSignal(() => undefined);
  const heldOpen = (): void => undefined;
  let looking: NodeJS.Timeout | undefined;
  let isOver = false;
  const input = new Pump("c2a", openClientInput(slotsFor("c2a", observer)), new PipeSink(toAgent), observer, {
    done: () => endIfOver(),
    heldOpen,
  });
  const output = new Pump(
    "a2c",
    new PipeSource(fromAgent, slotsFor("a2c", observer)),
    openClientOutput(),
    observer,
    {
      done: () => {
        looking = setInterval(endIfOver, LOOK_MS);
        endIfOver();
      },
      heldOpen,
    },
  );
  const endIfOver = (): void => {
    if (!output.isDone) return;
    if (!input.isDone && !hasReader(toAgent)) input.stop();
    if (!input.isDone || isOver) return;
    isOver = true;
    clearInterval(looking);
    ended();
  };
  output.start();
  input.start();
}
