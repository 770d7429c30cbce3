import { type ChildProcess, spawn } from "node:child_process";
import { closeSync } from "node:fs";
import { errorCode } from "../system-error.js";
import type { AgentExit } from "./agent-exit.js";
import { type AgentPipes, makeAgentPipes } from "./agent-pipes.js";
import { PipeSink } from "./pipe-sink.js";
import { PipeSource } from "./pipe-source.js";
import type { Sink } from "./sink.js";
import type { Slots } from "./slots.js";
import type { Source } from "./source.js";
import { type SpawnFailure, spawnFailure } from "./spawn-failure.js";
import { StreamSink } from "./stream-sink.js";
import { StreamSource } from "./stream-source.js";

/** The agent, and our ends of its stdin and stdout. */
export interface AgentProcess {
  readonly input: Sink;
  readonly output: Source;
  kill(signal: NodeJS.Signals): void;
}

/** What becomes of an agent: exactly one of the two, once. */
export interface AgentListener {
  failed(failure: SpawnFailure): void;
  exited(exit: AgentExit): void;
}

/**
 * Starts the agent with our arguments, environment, working directory, process group and stderr, and never through a
 * shell. Its output is read into `slots`. Undefined when it cannot be started, which the listener is told.
 */
export function startAgent(
  argv: readonly string[],
  slots: Slots,
  listener: AgentListener,
): AgentProcess | undefined {
  const [command = "", ...args] = argv;
  const pipes = makeAgentPipes();
  try {
    const child = spawn(command, args, {
      stdio: pipes === undefined ? ["pipe", "pipe", 2] : [pipes.agentInput, pipes.agentOutput, 2],
    });
    child.once("exit", (code, signal) => listener.exited(readExit(code, signal)));
    const isRunning = child.pid !== undefined;
    child.on("error", (error) => {
      // Of a running agent it says that a signal could not be delivered, as its sender would have seen without us.
      if (!isRunning) listener.failed(spawnFailure(command, errorCode(error)));
    });
    if (isRunning) return agentProcess(child, pipes, slots);
  } catch (error) {
    // Some failures to start are thrown, others emitted.
    listener.failed(spawnFailure(command, errorCode(error)));
  } finally {
    if (pipes !== undefined) {
      closeSync(pipes.agentInput);
      closeSync(pipes.agentOutput);
    }
  }
  return undefined;
}

function readExit(code: number | null, signal: NodeJS.Signals | null): AgentExit {
  return signal === null ? { kind: "code", code: code ?? 0 } : { kind: "signal", signal };
}

function agentProcess(
  child: ChildProcess,
  pipes: AgentPipes | undefined,
  slots: Slots,
): AgentProcess | undefined {
  const kill = (signal: NodeJS.Signals): void => {
    child.kill(signal);
  };
  if (pipes !== undefined) {
    return { input: new PipeSink(pipes.toAgent), output: new PipeSource(pipes.fromAgent, slots), kill };
  }
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) return undefined;
  return {
    input: new StreamSink(stdin),
    output: new StreamSource(stdout, () => stdout.destroy()),
    kill,
  };
}
