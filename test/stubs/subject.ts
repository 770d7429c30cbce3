import { Buffer } from "node:buffer";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { PLAIN } from "../plain-node.js";

// Far beyond what anything here takes, since a busy machine is no fault of the subject.
const DEADLINE_MS = 60_000;
const SILENCE_MS = 400;

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The path of a compiled file of this project. */
export function compiled(path: string): string {
  return fileURLToPath(new URL(`../../${path}.js`, import.meta.url));
}

/** The command of a stub bridge with an agent behind it. */
export function bridged(name: string, agent: readonly string[]): readonly string[] {
  return [process.execPath, compiled(`stubs/bridge/${name}`), ...agent];
}

/** A process under test with its three pipes. */
export class Subject {
  readonly exit: Promise<Exit>;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #stdout: Buffer[] = [];
  readonly #stderr: Buffer[] = [];
  #hasEnded = false;
  hasExited = false;

  constructor(command: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const [program = "env", ...args] = [...PLAIN, ...command];
    const child = spawn(program, args, { stdio: "pipe", env: { ...process.env, ...env } });
    this.#child = child;
    child.stdin.on("error", () => undefined);
    child.stdout.on("data", (chunk: Buffer) => {
      this.#stdout.push(chunk);
    });
    child.stdout.once("end", () => {
      this.#hasEnded = true;
    });
    child.stderr.on("data", (chunk: Buffer) => {
      this.#stderr.push(chunk);
    });
    child.once("exit", () => {
      this.hasExited = true;
    });
    this.exit = once(child, "close").then(([code, signal]: Exit[keyof Exit][]) => ({ code, signal }) as Exit);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#stdout);
  }

  /** The output so far. */
  get stdout(): string {
    return this.bytes.toString("utf8");
  }

  get stderr(): string {
    return Buffer.concat(this.#stderr).toString("utf8");
  }

  /** Has the output ended, whether the process lives or not? */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  write(bytes: Buffer | string): void {
    this.#child.stdin.write(bytes);
  }

  end(bytes: Buffer | string = ""): void {
    this.#child.stdin.end(bytes);
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Stops and starts taking the output. */
  hold(): void {
    this.#child.stdout.pause();
  }

  release(): void {
    this.#child.stdout.resume();
  }

  /** Waits until something holds of the subject. */
  async until(holds: (subject: Subject) => boolean): Promise<void> {
    for (const start = Date.now(); !holds(this); ) {
      if (Date.now() - start > DEADLINE_MS) {
        throw new Error(`Nothing came of it; stdout ${JSON.stringify(this.stdout)}, stderr ${this.stderr}`);
      }
      await sleep(10);
    }
  }

  /** Gives the subject time to do what it should not do. */
  async silence(): Promise<void> {
    await sleep(SILENCE_MS);
  }
}

/** Runs a command with the given input to its end. */
export async function runToEnd(
  command: readonly string[],
  input: Buffer | string = "",
  env: Readonly<Record<string, string>> = {},
): Promise<Subject & { readonly ended: Exit }> {
  const subject = new Subject(command, env);
  subject.end(input);
  const ended = await subject.exit;
  return Object.assign(subject, { ended });
}
