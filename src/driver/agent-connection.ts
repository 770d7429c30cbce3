import type { Buffer } from "node:buffer";
import { type Policy, plainClient } from "./client-policy.js";
import { Conversation } from "./conversation.js";
import { TIMED_OUT, within } from "./deadline.js";
import { type Ending, type Exit, SubjectProcess } from "./subject-process.js";

export type { Reply } from "./conversation.js";

export interface ConnectionOptions {
  readonly argv: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** How long each wait may take, in milliseconds. The protocol sets no time limits: this one is harness policy. */
  readonly timeoutMs: number;
  readonly policy?: Policy;
}

/** A live connection to an agent under test: the harness is the client, on raw bytes. */
export class AgentConnection extends Conversation {
  readonly subject: SubjectProcess;
  protected readonly closed: Promise<void>;
  #isClosed = false;
  #floodBytes = 0;

  private constructor(subject: SubjectProcess, options: ConnectionOptions) {
    super("a2c", options.timeoutMs, options.policy ?? plainClient);
    this.subject = subject;
    this.closed = new Promise((resolve) => {
      subject.stdout.once("close", () => {
        this.#isClosed = true;
        this.transcript.end("a2c");
        resolve();
      });
    });
    subject.stdout.on("data", (chunk: Buffer) => {
      this.transcript.record("a2c", chunk);
      // A line that outgrew the limit will not end well: stop reading instead of letting the flood go on.
      this.#floodBytes = this.transcript.pendingBytes("a2c");
      if (this.#floodBytes > MAX_UNTERMINATED_BYTES) subject.destroy();
    });
  }

  /** Starts the agent. A Fault `untestable` when its command cannot be started. */
  static async open(options: ConnectionOptions): Promise<AgentConnection> {
    return new AgentConnection(await SubjectProcess.start(options), options);
  }

  /** Closes the agent's stdin only. */
  endInput(): void {
    this.transcript.close("c2a");
    this.subject.stdin.end();
  }

  async exited(): Promise<Exit | undefined> {
    const exit = await within(this.subject.exited, this.timeoutMs);
    return exit === TIMED_OUT ? undefined : exit;
  }

  /** Ends the agent; afterwards the transcript is complete. */
  async close(): Promise<Ending> {
    this.transcript.close("c2a");
    const ending = await this.subject.stop();
    await within(this.closed, 100);
    return ending;
  }

  protected transmit(chunk: Buffer): void {
    if (this.subject.stdin.writable) this.subject.stdin.write(chunk);
  }

  protected async whySilent(): Promise<string> {
    // The end of the output comes first, the exit that explains it right behind.
    if (this.#isClosed) await within(this.subject.exited, EXIT_GRACE_MS);
    const { exit } = this.subject;
    if (this.#floodBytes > MAX_UNTERMINATED_BYTES) {
      return `the agent wrote ${this.#floodBytes} bytes without a newline`;
    }
    if (exit !== undefined) {
      return `the agent ended (${exit.signal ?? `code ${exit.code}`}) without an answer`;
    }
    return this.#isClosed
      ? "the agent closed its stdout without an answer"
      : `no answer within ${this.timeoutMs} ms`;
  }
}

const EXIT_GRACE_MS = 300;

/** How much one unterminated line may hold before the agent counts as flooding. */
const MAX_UNTERMINATED_BYTES = 64 * 1024 * 1024;
