import { Buffer } from "node:buffer";
import type { Direction } from "../../wire/direction.js";
import type { ProbeListener } from "../probe/probe-line.js";
import type { SubjectProcess } from "../subject-process.js";
import { Bell } from "./bell.js";
import { Hop } from "./hop.js";
import type { Interpreter } from "./interpreter.js";
import type { Observation } from "./observation.js";
import { receivedIn } from "./received.js";

/** Sees both ends of one run: the agent's through the probe agent, the client's through the subject's own pipes. */
export class Watch implements ProbeListener {
  readonly hops: Record<Direction, Hop>;
  /** Rings whenever anything below has changed. */
  readonly bell: Bell = new Bell();
  readonly agentSignals: string[] = [];
  isAgentStarted = false;
  surroundings = "";
  isAgentGone = false;
  agentSawEof = false;
  clientSawEof = false;
  hasExited = false;
  stderrEnded = false;
  /** Bytes that have left the agent through its stdout. */
  writtenBytes = 0;
  readonly #timeline: string[] = [];
  readonly #lines: Record<Direction, number> = { c2a: 0, a2c: 0 };
  readonly #stderr: Buffer[] = [];
  readonly #interpreter: Interpreter | undefined;

  /** With an interpreter lines are counted, since a line may arrive longer than it was said. */
  constructor(interpreter?: Interpreter) {
    this.#interpreter = interpreter;
    const isByLine = interpreter !== undefined;
    this.hops = { c2a: new Hop(isByLine), a2c: new Hop(isByLine) };
  }

  /** Takes the client's place at the subject's stdout and stderr. */
  attach(subject: SubjectProcess): void {
    subject.stdout.on("data", (chunk: Buffer) => this.#arrived("a2c", chunk));
    subject.stdout.once("end", () => this.#note(() => (this.clientSawEof = true)));
    subject.stderr.on("data", (chunk: Buffer) => {
      this.#stderr.push(chunk);
    });
    subject.stderr.once("end", () => this.#note(() => (this.stderrEnded = true)));
    void subject.exited.then(() => this.#note(() => (this.hasExited = true)));
  }

  hello(surroundings: string): void {
    this.surroundings = surroundings;
    this.#note(() => (this.isAgentStarted = true));
  }

  input(chunk: Buffer): void {
    this.#arrived("c2a", chunk);
  }

  inputEnd(): void {
    this.#note(() => (this.agentSawEof = true));
  }

  written(byteCount: number): void {
    this.#note(() => (this.writtenBytes += byteCount));
  }

  outputBroken(): void {
    this.bell.ring();
  }

  signal(name: string): void {
    this.#note(() => this.agentSignals.push(name));
  }

  gone(): void {
    this.#note(() => (this.isAgentGone = true));
  }

  observation(
    subject: SubjectProcess,
    more: Pick<Observation, "lateSteps" | "arrivalMs" | "floodedBytes">,
  ): Observation {
    return {
      isAgentStarted: this.isAgentStarted,
      surroundings: this.surroundings,
      received: receivedIn({ c2a: this.hops.c2a.chunks, a2c: this.hops.a2c.chunks }),
      stderr: Buffer.concat(this.#stderr),
      exit: subject.exit,
      agentSawEof: this.agentSawEof,
      clientSawEof: this.clientSawEof,
      agentSignals: this.agentSignals,
      timeline: this.#timeline,
      ...more,
    };
  }

  #arrived(direction: Direction, chunk: Buffer): void {
    const lineCount = this.hops[direction].arrived(chunk);
    this.#interpreter?.hear(direction, chunk);
    for (let line = 0; line < lineCount; line += 1) {
      this.#lines[direction] += 1;
      this.#timeline.push(`${direction} ${this.#lines[direction]}`);
    }
    this.bell.ring();
  }

  #note(change: () => unknown): void {
    change();
    this.bell.ring();
  }
}
