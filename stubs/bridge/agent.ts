import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";

/** How an agent ended: with a code, or by a signal. */
export interface AgentExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The agent's process, whose standard input and output belong to the bridge. */
export interface Agent {
  readonly process: ChildProcess;
  readonly stdin: Writable;
  readonly stdout: Readable;
}

/** Starts the agent from a list of arguments, without a shell, its standard error inherited. */
export function startAgent(command: readonly string[], options: SpawnOptions = {}): Agent {
  const [file = "", ...args] = command;
  const agent = spawn(file, args, { stdio: ["pipe", "pipe", "inherit"], ...options });
  const { stdin, stdout } = agent;
  if (stdin === null || stdout === null) throw new Error("Cannot start agent: it has no pipes");
  // Each write reports its own failure; without a listener the same error would end the bridge.
  stdin.on("error", () => undefined);
  return { process: agent, stdin, stdout };
}
