import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { spawnPlain } from "../plain-node.js";

/** What one run of the command line gave. */
export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The most memory that the process ever had, in MiB; 0 where the system does not tell. */
  readonly peakMib: number;
}

const MAIN = fileURLToPath(new URL("../../src/cli/main.js", import.meta.url));

/** Runs `acp-assay` as users do, in a directory of the test's own. */
export async function runCli(args: readonly string[], cwd: string): Promise<CliRun> {
  const child = spawnPlain([process.execPath, MAIN, ...args], cwd);
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  let peakMib = 0;
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  const look = setInterval(() => {
    peakMib = Math.max(peakMib, peakOf(child.pid));
  }, 50);
  const [code] = await once(child, "close");
  clearInterval(look);
  return {
    code: typeof code === "number" ? code : null,
    stdout: Buffer.concat(stdout).toString(),
    stderr: Buffer.concat(stderr).toString(),
    peakMib,
  };
}

function peakOf(pid: number | undefined): number {
  try {
    const [, kib = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kib) / 1024;
  } catch {
    return 0;
  }
}
