import { Buffer } from "node:buffer";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { Fault } from "../fault.js";
import { TIMED_OUT, within } from "./deadline.js";

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** How gently a process had to be ended: it left by itself, at SIGTERM, or at SIGKILL. */
export type Ending = "by itself" | "SIGTERM" | "SIGKILL";

export interface SubjectOptions {
  readonly argv: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

const STDERR_TAIL_BYTES = 64 * 1024;
/** How long a grandchild may hold the pipe open after the subject is gone. */
const DRAIN_MS = 300;

/**
 * A process under test on three raw pipes, in a process group of its own so that nothing it started outlives the run.
 * No shell, no decoding.
 */
export class SubjectProcess {
  readonly argv: readonly string[];
  readonly exited: Promise<Exit>;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #outputEnded: Promise<unknown>;
  #stderr: Buffer[] = [];
  #stderrBytes = 0;
  #exit: Exit | undefined;
  #isDestroyed = false;

  private constructor(argv: readonly string[], child: ChildProcessByStdio<Writable, Readable, Readable>) {
    this.argv = argv;
    this.#child = child;
    this.exited = new Promise((resolve) => {
      child.once("exit", (code, signal) => {
        this.#exit = { code, signal };
        resolve(this.#exit);
      });
    });
    this.#outputEnded = new Promise((resolve) => {
      child.stdout.once("close", resolve);
    });
    child.stderr.on("data", (chunk: Buffer) => this.#keepStderr(chunk));
    // A subject that is gone makes writes fail; that shows as its exit, not as a fault of ours.
    child.stdin.on("error", () => undefined);
    running.add(this);
    void this.exited.then(() => running.delete(this));
  }

  /** Starts a subject; a command that cannot be started is a Fault `untestable` with one clear line. */
  static async start(options: SubjectOptions): Promise<SubjectProcess> {
    const [command, ...args] = options.argv;
    if (command === undefined) throw new Fault("usage", "No subject: give its command after --");
    const child = spawnChild(command, args, options);
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error) => reject(cannotStart(command, error)));
    });
    return new SubjectProcess(options.argv, child);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get stdin(): Writable {
    return this.#child.stdin;
  }

  get stdout(): Readable {
    return this.#child.stdout;
  }

  get stderr(): Readable {
    return this.#child.stderr;
  }

  /** How it ended, or undefined while it lives. */
  get exit(): Exit | undefined {
    return this.#exit;
  }

  /** The last 64 KiB of its stderr. */
  get stderrTail(): string {
    return Buffer.concat(this.#stderr).subarray(-STDERR_TAIL_BYTES).toString("utf8");
  }

  /** All bytes that it wrote to stderr so far. */
  get stderrBytes(): number {
    return this.#stderrBytes;
  }

  /** Sends a signal to the subject alone, not to its group. */
  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Closes stdin, then waits, then SIGTERM, then SIGKILL to the whole group; its last output is read first. */
  async stop(graceMs = 1000): Promise<Ending> {
    this.#child.stdin.end();
    const ending = await this.#end(graceMs);
    await within(this.#outputEnded, DRAIN_MS);
    this.destroy();
    return ending;
  }

  /** Did we end it ourselves? Then nothing more comes from it. */
  get isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  /** SIGKILL to the whole group, without a word. */
  destroy(): void {
    this.#isDestroyed = true;
    this.#killGroup("SIGKILL");
    for (const stream of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) stream.destroy();
  }

  async #end(graceMs: number): Promise<Ending> {
    if ((await within(this.exited, graceMs)) !== TIMED_OUT) return "by itself";
    this.#killGroup("SIGTERM");
    if ((await within(this.exited, graceMs)) !== TIMED_OUT) return "SIGTERM";
    this.#killGroup("SIGKILL");
    await within(this.exited, graceMs);
    return "SIGKILL";
  }

  #killGroup(signal: NodeJS.Signals): void {
    try {
      process.kill(-this.pid, signal);
    } catch {
      // ESRCH: nobody is left in the group, which is what was wanted.
    }
  }

  #keepStderr(chunk: Buffer): void {
    this.#stderrBytes += chunk.length;
    this.#stderr.push(chunk);
    let kept = this.#stderr.reduce((sum, piece) => sum + piece.length, 0);
    // The oldest chunk may go only when the rest is a whole tail.
    while (kept - (this.#stderr[0]?.length ?? kept) >= STDERR_TAIL_BYTES) {
      kept -= this.#stderr.shift()?.length ?? 0;
    }
  }
}

const running = new Set<SubjectProcess>();

/** Ends every subject that still runs: for a run that is interrupted. */
export function destroyAllSubjects(): void {
  for (const subject of running) subject.destroy();
}

function spawnChild(
  command: string,
  args: readonly string[],
  { cwd, env = process.env }: SubjectOptions,
): ChildProcessByStdio<Writable, Readable, Readable> {
  try {
    return spawn(command, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"], detached: true });
  } catch (error) {
    // Node throws for some commands (ENOTDIR, E2BIG, an empty name) what it emits for others.
    throw cannotStart(command, error instanceof Error ? error : new Error(String(error)));
  }
}

function cannotStart(command: string, error: NodeJS.ErrnoException): Fault {
  const reason =
    error.code === "ENOENT"
      ? "command not found"
      : error.code === "EACCES"
        ? "not executable"
        : error.code === "ENOTDIR"
          ? "a part of its path is not a directory"
          : error.message;
  return new Fault("untestable", `Cannot start "${command}": ${reason}`, { cause: error });
}
