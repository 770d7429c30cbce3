import { Buffer } from "node:buffer";
import { once } from "node:events";
import type { JsonObject } from "../../wire/message.js";
import { within } from "../deadline.js";
import { SubjectProcess } from "../subject-process.js";

interface TerminalOptions {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly outputByteLimit: number;
}

const DRAIN_MS = 300;
/** A limit may be any number, and a command may write without end: so much is kept at most. */
const MOST_KEPT_BYTES = 16 * 1024 * 1024;

/** One command that an agent runs through the client, with the end of its output. */
export class Terminal {
  /** How it ended, in the form of the wire. */
  readonly exited: Promise<JsonObject>;
  exitStatus: JsonObject | undefined;
  readonly #process: SubjectProcess;
  readonly #limit: number;
  #pieces: Buffer[] = [];
  #keptBytes = 0;
  #isTruncated = false;

  private constructor(process: SubjectProcess, outputByteLimit: number) {
    this.#process = process;
    this.#limit = Math.min(MOST_KEPT_BYTES, Math.max(0, outputByteLimit));
    const streams = [process.stdout, process.stderr];
    for (const stream of streams) stream.on("data", (chunk: Buffer) => this.#keep(chunk));
    const drained = Promise.all(streams.map((stream) => once(stream, "close")));
    this.exited = process.exited.then(async ({ code, signal }) => {
      // The exit can come before the last output, and a grandchild may hold the output open for good.
      await within(drained, DRAIN_MS);
      this.exitStatus = { exitCode: code, signal };
      return this.exitStatus;
    });
  }

  /** Starts a command without a shell; a Fault `untestable` when it cannot be started. */
  static async start({ outputByteLimit, ...options }: TerminalOptions): Promise<Terminal> {
    const process = await SubjectProcess.start(options);
    process.stdin.end();
    return new Terminal(process, outputByteLimit);
  }

  /** What it wrote so far, from its end backwards as far as the limit allows. */
  output(): { output: string; truncated: boolean } {
    const all = Buffer.concat(this.#pieces, this.#keptBytes);
    const kept = all.subarray(Math.max(0, all.length - this.#limit));
    return { output: kept.subarray(firstWhole(kept)).toString("utf8"), truncated: this.#isTruncated };
  }

  /** Ends the command and all that it started. */
  kill(): void {
    this.#process.destroy();
  }

  #keep(chunk: Buffer): void {
    this.#pieces.push(chunk);
    this.#keptBytes += chunk.length;
    if (this.#keptBytes > this.#limit) this.#isTruncated = true;
    // The first piece is given up once all that is wanted stands behind it.
    for (let [first] = this.#pieces; first !== undefined; [first] = this.#pieces) {
      if (this.#keptBytes - first.length < this.#limit) break;
      this.#pieces.shift();
      this.#keptBytes -= first.length;
    }
  }
}

/** Where the first whole character begins: truncation may have cut one in two. */
function firstWhole(bytes: Buffer): number {
  let place = 0;
  while (place < Math.min(3, bytes.length) && ((bytes[place] ?? 0) & 0xc0) === 0x80) place += 1;
  return place;
}
