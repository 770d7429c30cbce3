import type { AgentExit } from "./agent-exit.js";

/** The signals that an editor or a terminal sends to an agent, and that are passed on to it. */
const FORWARDED = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGWINCH"] as const;

/** How long to wait for a fatal signal to arrive that was sent to ourselves. */
const OWN_SIGNAL_MS = 1_000;

/**
 * Hands each signal that reaches this process to `deliver`. A signal sent to the whole process group reaches the agent
 * by itself as well, and so twice: a process cannot know in Node whom else a signal was sent to.
 */
export function onSignal(deliver: (signal: NodeJS.Signals) => void): void {
  for (const signal of FORWARDED) process.on(signal, deliver);
}

/** Does a sender of this signal want the process to end? */
export function isTerminating(signal: NodeJS.Signals): boolean {
  return signal === "SIGTERM" || signal === "SIGINT" || signal === "SIGHUP" || signal === "SIGQUIT";
}

/** Ends this process as the agent ended: with the same code, or killed by the same signal. */
export function exitLike(exit: AgentExit): void {
  if (exit.kind === "code") process.exit(exit.code);
  restoreDefault(exit.signal);
  process.kill(process.pid, exit.signal);
  // Another thread may be the one to receive it, a moment later.
  setTimeout(() => process.exit(1), OWN_SIGNAL_MS);
}

/** Node ignores SIGPIPE and handles some others; adding and removing a listener leaves the system's default. */
function restoreDefault(signal: NodeJS.Signals): void {
  // These two have no other action than the default.
  if (signal === "SIGKILL" || signal === "SIGSTOP") return;
  process.on(signal, () => undefined);
  process.removeAllListeners(signal);
}
