import { spawnSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { isWindows } from "./system/windows.js";

/** Two real pipes between us and the agent, by their four descriptors. */
export interface AgentPipes {
  /** The agent's stdin, and our end of it. */
  readonly agentInput: number;
  readonly toAgent: number;
  /** The agent's stdout, and our end of it. */
  readonly agentOutput: number;
  readonly fromAgent: number;
}

/** mkfifo that takes longer than this is given up for the pipes of child_process. */
const MKFIFO_TIMEOUT_MS = 2_000;

/**
 * Makes the agent's stdin and stdout from FIFOs, which are gone from the file system when this returns; undefined where
 * there is no mkfifo or no directory for temporary files.
 *
 * child_process itself makes socket pairs: an agent cannot open those again by /dev/stdin, each small write keeps a buffer
 * of its own, and only on a descriptor of our own can we read what an agent left behind when it exited. What remains of the
 * name: unlike with pipe(2), opening /dev/stdin again waits for ever once the client has closed stdin.
 */
export function makeAgentPipes(): AgentPipes | undefined {
  if (isWindows) return undefined;
  let directory: string | undefined;
  const open: number[] = [];
  try {
    directory = mkdtempSync(`${process.env["TMPDIR"] || "/tmp"}/acp-tee-`);
    const input = `${directory}/i`;
    const output = `${directory}/o`;
    const made = spawnSync("mkfifo", ["-m", "600", input, output], {
      stdio: "ignore",
      timeout: MKFIFO_TIMEOUT_MS,
    });
    if (made.status !== 0) return undefined;
    return openFifos(input, output, open);
  } catch {
    for (const fd of open) closeSync(fd);
    return undefined;
  } finally {
    if (directory !== undefined) removeQuietly(directory);
  }
}

/**
 * Our ends do not block, the agent's do. A FIFO opened for writing needs a reader first and, unless O_NONBLOCK is set, one
 * opened for reading waits for a writer: hence this order, and a first reader that is closed again.
 */
function openFifos(input: string, output: string, open: number[]): AgentPipes {
  const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;
  const keep = (fd: number): number => {
    open.push(fd);
    return fd;
  };
  const firstReader = keep(openSync(input, O_RDONLY | O_NONBLOCK));
  const toAgent = keep(openSync(input, O_WRONLY | O_NONBLOCK));
  const agentInput = keep(openSync(input, O_RDONLY));
  const fromAgent = keep(openSync(output, O_RDONLY | O_NONBLOCK));
  const agentOutput = keep(openSync(output, O_WRONLY));
  closeSync(firstReader);
  return { agentInput, toAgent, agentOutput, fromAgent };
}

function removeQuietly(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // Another process took it away; the agent must start all the same.
  }
}
