import type { Buffer } from "node:buffer";
import type { Socket } from "node:net";
import type { Frame } from "../../wire/frame.js";
import type { Policy } from "../client-policy.js";
import { Conversation } from "../conversation.js";
import { within } from "../deadline.js";
import { ProbeLine, type ProbeListener } from "../probe/probe-line.js";
import type { SubjectProcess } from "../subject-process.js";
import { Outlet } from "./outlet.js";

/** One start of the agent by a client under test: the harness is the agent, on raw bytes. */
export class ClientConnection extends Conversation implements ProbeListener {
  /** Signals that the client sent to its agent. */
  readonly signals: string[] = [];
  /** The client has closed the agent's stdin. */
  hasEndedInput = false;
  /** The agent process is gone. */
  isGone = false;
  /** The way of everything that is written to the client. */
  readonly outlet: Outlet = new Outlet((bytes) => this.#line.order("write", bytes));
  protected readonly closed: Promise<void>;
  readonly #client: SubjectProcess;
  readonly #line: ProbeLine;
  readonly #lingers: boolean;
  readonly #onChange: () => void;
  #close: () => void = () => undefined;

  constructor(
    socket: Socket,
    client: SubjectProcess,
    options: {
      readonly timeoutMs: number;
      readonly policy: Policy;
      /** The agent stays at the end of its input and at SIGTERM, until it is ended otherwise. */
      readonly lingers?: boolean;
      readonly onChange: () => void;
    },
  ) {
    super("c2a", options.timeoutMs, options.policy);
    this.#client = client;
    this.#lingers = options.lingers ?? false;
    this.#onChange = options.onChange;
    this.closed = new Promise((resolve) => {
      this.#close = resolve;
    });
    this.#line = new ProbeLine(socket, this);
  }

  /** Can the client still be heard here? */
  get isOpen(): boolean {
    return !this.hasEndedInput && !this.isGone;
  }

  /** Writes to the agent's stderr, which the client may read or not. */
  writeStderr(text: string): void {
    this.#line.order("stderr", text);
  }

  /** The agent ends, with what it wrote before delivered. */
  exit(code: number): void {
    this.#line.order("exit", String(code));
  }

  /** Cuts the line; the agent ends with it. */
  cut(): void {
    this.#line.close();
  }

  hello(): void {
    this.#onChange();
  }

  input(chunk: Buffer): void {
    this.transcript.record("c2a", chunk);
    this.#onChange();
  }

  inputEnd(): void {
    this.transcript.end("c2a");
    this.hasEndedInput = true;
    this.#close();
    this.#leaveWhenDone();
    this.#onChange();
  }

  written(): void {
    this.#onChange();
  }

  outputBroken(): void {
    this.#onChange();
  }

  signal(name: string): void {
    this.signals.push(name);
    if (name === "SIGTERM" && !this.#lingers) this.#line.order("die", name);
    this.#onChange();
  }

  gone(): void {
    if (!this.hasEndedInput) this.transcript.end("c2a");
    this.isGone = true;
    this.#close();
    this.#onChange();
  }

  protected transmit(chunk: Buffer): void {
    this.outlet.put(chunk);
    if (this.hasEndedInput) this.#leaveWhenDone();
  }

  /** An agent whose input has ended says what it still owes and leaves, as agents do: its client may wait for that. */
  #leaveWhenDone(): void {
    if (this.#lingers || this.outlet.isHolding) return;
    const owed = new Map<string, number>();
    for (const { message } of this.transcript.ofSubject()) count(message, "request", 1);
    for (const { message } of this.transcript.ofHarness()) count(message, "response", -1);
    if ([...owed.values()].every((answers) => answers <= 0)) this.exit(0);

    function count(message: Frame["message"], kind: "request" | "response", by: number): void {
      if (message.kind === kind) owed.set(message.id.key, (owed.get(message.id.key) ?? 0) + by);
    }
  }

  protected async whySilent(): Promise<string> {
    // The end of the stream comes first, the exit that explains it right behind.
    if (!this.isOpen) await within(this.#client.exited, EXIT_GRACE_MS);
    const { exit } = this.#client;
    if (exit !== undefined)
      return `the client ended (${exit.signal ?? `code ${exit.code}`}) without an answer`;
    return this.isOpen
      ? `no answer within ${this.timeoutMs} ms`
      : "the client closed the connection without an answer";
  }
}

const EXIT_GRACE_MS = 300;
