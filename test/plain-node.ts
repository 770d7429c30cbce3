import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

export interface PlainRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/**
 * In front of a command: it runs as it runs for users. The test runner loads itself into every Node process that a test
 * starts, by NODE_OPTIONS, whatever environment the test gives, which makes its start four times as long; `env` takes
 * that away, for the command and for all that it starts, and becomes the command, so pid and exit are the command's.
 * NODE_EXTRA_CA_CERTS too, where it is set, slows every start.
 */
export const PLAIN: readonly string[] = ["env", "-u", "NODE_OPTIONS", "-u", "NODE_EXTRA_CA_CERTS"];

/** The command of a plain Node. */
export const PLAIN_NODE: readonly string[] = [...PLAIN, process.execPath];

/** Runs a program of the project to its end. */
export async function runPlain(
  program: string,
  args: readonly string[],
  cwd: string = ROOT,
): Promise<PlainRun> {
  return await runPlainFile(`${ROOT}${program}`, args, cwd);
}

/** Runs a program, wherever it is, to its end. */
export async function runPlainFile(path: string, args: readonly string[], cwd: string): Promise<PlainRun> {
  return await runPlainArgv([process.execPath, path, ...args], cwd);
}

/** Runs any command to its end. */
export async function runPlainArgv(argv: readonly string[], cwd: string = ROOT): Promise<PlainRun> {
  const child = spawnPlain(argv, cwd);
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  const [code] = await once(child, "close");
  return {
    code: typeof code === "number" ? code : null,
    stdout: Buffer.concat(stdout).toString(),
    stderr: Buffer.concat(stderr).toString(),
  };
}

/** Starts a command without the test runner inside. */
export function spawnPlain(
  argv: readonly string[],
  cwd: string,
): ChildProcessByStdio<null, Readable, Readable> {
  const [command = "env", ...args] = [...PLAIN, ...argv];
  return spawn(command, args, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
}
