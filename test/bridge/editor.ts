import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { closeSync, constants } from "node:fs";
import { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import { type AnonymousPipe, withAnonymousPipes } from "./anonymous-pipe.js";
import { within } from "./deadline.js";

/** What an editor connects to its agent with: Node makes socket pairs, most others pipes. */
export type Wire = "sockets" | "pipes";

/**
 * tap puts its module loader into NODE_OPTIONS of every process that a test starts, and no subject is to run under it.
 * NODE_EXTRA_CA_CERTS makes each Node process start much later and matters to none of them.
 */
const PLAINLY = 'unset NODE_OPTIONS NODE_EXTRA_CA_CERTS; exec "$@"';

/** How a subject is started; a stream that is named here is connected to that instead. */
export interface LaunchOptions {
  readonly stdin?: "ignore" | number;
  readonly stdout?: "ignore" | number;
  readonly stderr?: "ignore" | number;
  /** False when the test reads stdout itself. */
  readonly collect?: boolean;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** In a process group of its own, so that the test can send a signal to all of it. */
  readonly detached?: boolean;
}

/** Our ends of a subject's three streams; those that the test connected otherwise are undefined. */
interface Ends {
  readonly input?: Writable | undefined;
  readonly output?: Readable | undefined;
  readonly errors?: Readable | undefined;
}

/** Plays the editor: starts one subject and keeps what it wrote and how it ended. */
export class Editor {
  readonly child: ChildProcess;
  readonly input: Writable;
  readonly output: Readable;
  readonly errors: Readable;
  /** The errno name of what writing to the subject's stdin failed with; pending as long as it has not failed. */
  readonly inputError: Promise<string>;
  readonly #stdout = new Collected();
  readonly #stderr = new Collected();
  readonly #exit: Promise<string>;

  constructor(child: ChildProcess, ends: Ends, collect: boolean) {
    this.child = child;
    this.input = ends.input ?? new Socket();
    this.output = ends.output ?? new Socket();
    this.errors = ends.errors ?? new Socket();
    this.#exit = new Promise((resolve) => {
      child.once("error", (error) => resolve(`cannot start: ${"code" in error ? error.code : error}`));
      child.once("exit", (code, signal) => resolve(signal ?? `code ${code}`));
    });
    this.inputError = new Promise((resolve) => {
      this.input.on("error", (error) => resolve("code" in error ? `${error.code}` : error.message));
    });
    if (ends.output !== undefined && collect) this.#stdout.collect(ends.output);
    if (ends.errors !== undefined) this.#stderr.collect(ends.errors);
  }

  /** How the subject ended: `code 3`, a signal's name, or why it did not start. */
  get exit(): Promise<string> {
    return within("the exit", this.#exit);
  }

  /** Everything the subject writes to stdout, up to its end. */
  get stdout(): Promise<string> {
    return within("the end of stdout", this.#stdout.whole);
  }

  get stderr(): Promise<string> {
    return within("the end of stderr", this.#stderr.whole);
  }

  /** Waits until stdout holds this text; gives what it holds then. */
  async sees(text: string): Promise<string> {
    return await within(`${JSON.stringify(text)} on stdout`, this.#stdout.contains(text));
  }

  async seesError(text: string): Promise<void> {
    await within(`${JSON.stringify(text)} on stderr`, this.#stderr.contains(text));
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }
}

/** Starts a subject as an editor would. The subject is killed when `teardown` runs. */
export async function launch(
  teardown: (stop: () => void) => unknown,
  wire: Wire,
  argv: readonly string[],
  options: LaunchOptions = {},
): Promise<Editor> {
  const command = ["sh", "-c", PLAINLY, "sh", ...argv];
  const editor = wire === "sockets" ? onSockets(command, options) : await onPipes(command, options);
  teardown(() => {
    editor.child.kill("SIGKILL");
    editor.input.destroy();
    editor.output.destroy();
  });
  return editor;
}

function onSockets([command = "", ...args]: readonly string[], options: LaunchOptions): Editor {
  const { stdin = "pipe", stdout = "pipe", stderr = "pipe", collect = true, ...rest } = options;
  const child = spawn(command, args, { ...rest, stdio: [stdin, stdout, stderr] });
  const ends = {
    input: child.stdin ?? undefined,
    output: child.stdout ?? undefined,
    errors: child.stderr ?? undefined,
  };
  return new Editor(child, ends, collect);
}

async function onPipes([command = "", ...args]: readonly string[], options: LaunchOptions): Promise<Editor> {
  return withAnonymousPipes(3, ([input, output, errors]) => {
    const made = [input?.openRead() ?? 0, output?.openWrite() ?? 0, errors?.openWrite() ?? 0] as const;
    const { stdin = made[0], stdout = made[1], stderr = made[2], collect = true, ...rest } = options;
    const ends = { input: writer(input), output: reader(output), errors: reader(errors) };
    const child = spawn(command, args, { ...rest, stdio: [stdin, stdout, stderr] });
    for (const fd of made) closeSync(fd);
    return new Editor(child, ends, collect);
  });
}

function writer(pipe: AnonymousPipe | undefined): Writable | undefined {
  return pipe && new Socket({ fd: pipe.openWrite(constants.O_NONBLOCK), readable: false, writable: true });
}

function reader(pipe: AnonymousPipe | undefined): Readable | undefined {
  return pipe && new Socket({ fd: pipe.openRead(constants.O_NONBLOCK), readable: true, writable: false });
}

/** Text that arrives on a stream; Latin-1, so that each byte stays one character. */
class Collected {
  readonly #news = new EventEmitter().setMaxListeners(0);
  #text = "";
  #hasEnded = false;

  collect(stream: Readable): void {
    stream.on("data", (chunk: Buffer) => {
      this.#text += chunk.toString("latin1");
      this.#news.emit("change");
    });
    stream.on("error", () => undefined);
    stream.on("close", () => {
      this.#hasEnded = true;
      this.#news.emit("change");
    });
  }

  get whole(): Promise<string> {
    return this.#when(() => this.#hasEnded);
  }

  contains(text: string): Promise<string> {
    return this.#when(() => this.#text.includes(text));
  }

  async #when(isTrue: () => boolean): Promise<string> {
    while (!isTrue()) await once(this.#news, "change");
    return this.#text;
  }
}
