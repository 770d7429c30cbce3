import { Buffer } from "node:buffer";
import { setTimeout as sleep } from "node:timers/promises";
import type { Direction } from "../../wire/direction.js";
import { ProbeLink } from "../probe/probe-link.js";
import { withAgent } from "../subject-argv.js";
import { SubjectProcess } from "../subject-process.js";
import type { Interpreter } from "./interpreter.js";
import type { Observation } from "./observation.js";
import { bytesOf } from "./payload.js";
import type { SandwichCase, Step } from "./step.js";
import { Watch } from "./watch.js";

export interface SandwichOptions {
  /** The bridge's command, with or without `{agent}`; left out for the direct run, where the agent is the subject. */
  readonly bridge?: readonly string[];
  /** How long one wait may take, in milliseconds. */
  readonly waitMs: number;
  /** How long the agent may take to dial back, in milliseconds. */
  readonly startMs: number;
  /** Says what the scenario means in the names that the bridge has given. */
  readonly interpreter?: Interpreter;
}

/** A payload without pieces of its own goes out in pieces as large as this, which no pipe takes in one go anyway. */
const WHOLE_WRITE_BYTES = 1024 * 1024;
const FLOOD_PIECE: Buffer = Buffer.from(
  `{"jsonrpc":"2.0","method":"_acp-assay/flood","params":{"text":"${"f".repeat(60_000)}"}}\n`,
);
/** An environment variable of the harness that the agent has to see as it is. */
const MARK = 'kept: é "quoted" $HOME';
/** Pieces of a flood that may be under way between harness and probe agent. */
const FLOOD_WINDOW = 4;
const LEAST_PATIENCE_MS = 15;
/** Whoever takes a whole line before passing it on has this much time for it. */
const LEAST_BYTES_PER_MS = 10_000;
/** How long a piece of a payload may be on its way before the next one follows. */
const PIECE_MS = 2;
/** When nothing has left the agent for so long, its flood has met backpressure. */
const FLOOD_IDLE_MS = 300;

/** Plays a scenario once, through the bridge or direct, on fresh processes, and tells what was seen at both ends. */
export async function playSandwich(played: SandwichCase, options: SandwichOptions): Promise<Observation> {
  const watch = new Watch(options.interpreter);
  const link = await ProbeLink.open(watch);
  try {
    const agent = [...link.argv, ...(played.agentArguments ?? [])];
    const argv = options.bridge === undefined ? agent : withAgent(options.bridge, agent);
    const subject = await SubjectProcess.start({ argv, env: { ...process.env, ACP_ASSAY_MARK: MARK } });
    try {
      watch.attach(subject);
      return await new Sandwich(watch, link, subject, options).play(played);
    } finally {
      subject.destroy();
    }
  } finally {
    link.close();
  }
}

class Sandwich {
  readonly #watch: Watch;
  readonly #link: ProbeLink;
  readonly #subject: SubjectProcess;
  readonly #options: SandwichOptions;
  readonly #lateSteps: number[] = [];
  readonly #arrivalMs: number[] = [];
  #writtenAt = 0;
  #floodedBytes: number | undefined;

  constructor(watch: Watch, link: ProbeLink, subject: SubjectProcess, options: SandwichOptions) {
    this.#watch = watch;
    this.#link = link;
    this.#subject = subject;
    this.#options = options;
  }

  async play({ steps }: SandwichCase): Promise<Observation> {
    const watch = this.#watch;
    await watch.bell.until(
      () => watch.isAgentStarted,
      () => watch.hasExited,
      this.#options.startMs,
    );
    if (watch.isAgentStarted) {
      for (const [place, step] of steps.entries()) {
        if (this.#subject.isDestroyed) break;
        if (step.do === "write") this.#writtenAt = performance.now();
        if (!(await this.#perform(step))) this.#lateSteps.push(place);
        else if (step.do === "await") this.#arrivalMs.push(performance.now() - this.#writtenAt);
      }
    }
    // What was written to stderr before the exit may still wait to be read.
    if (watch.hasExited) await this.#until(() => watch.stderrEnded);
    return watch.observation(this.#subject, {
      lateSteps: this.#lateSteps,
      arrivalMs: this.#arrivalMs,
      floodedBytes: this.#floodedBytes,
    });
  }

  /** Performs one step; false when it was a wait that ran out of time. */
  async #perform(step: Step): Promise<boolean> {
    const watch = this.#watch;
    switch (step.do) {
      case "write":
        await this.#write(step);
        return true;
      case "await":
        return await this.#delivered(
          step.dir,
          step.isPatient === true ? this.#options.waitMs : this.#patienceMs(),
        );
      case "agent-stderr":
        this.#link.order("stderr", bytesOf(step.payload));
        return true;
      case "client-closes":
        this.#subject.stdin.end();
        return true;
      case "await-agent-eof":
        return await this.#until(() => watch.agentSawEof, this.#isCut("c2a"));
      case "agent-closes-stdout":
        this.#link.order("close-stdout");
        return true;
      case "await-client-eof":
        return await this.#until(() => watch.clientSawEof);
      case "agent-exits":
        this.#link.order("exit", String(step.code));
        return true;
      case "agent-dies":
        this.#link.order("die", step.signal);
        return true;
      case "await-exit":
        return await this.#until(() => watch.hasExited);
      case "signal":
        this.#subject.signal(step.signal);
        return true;
      case "await-agent-signal":
        return await this.#until(() => watch.agentSignals.length > 0, this.#isCut("c2a"));
      case "await-agent-released":
        return await this.#until(() => watch.isAgentGone || watch.agentSawEof);
      case "client-stops-reading":
        this.#subject.stdout.pause();
        return true;
      case "client-reads-again":
        this.#subject.stdout.resume();
        return true;
      case "agent-stops-reading":
        this.#link.order("pause");
        return true;
      case "agent-reads-again":
        this.#link.order("resume");
        return true;
      case "pause":
        await sleep(step.ms);
        return true;
      case "agent-floods":
        await this.#flood(step.byteCount);
        return true;
    }
  }

  async #write({ dir, payload, pieceBytes, cuts }: Extract<Step, { do: "write" }>): Promise<void> {
    const hop = this.#watch.hops[dir];
    const isCut = this.#isCut(dir);
    const isInPieces = pieceBytes !== undefined || cuts !== undefined;
    const bytes = await this.#said(dir, bytesOf(payload));
    for (const piece of piecesOf(bytes, pieceBytes ?? WHOLE_WRITE_BYTES, cuts)) {
      hop.sent(piece);
      if (dir === "a2c") this.#link.order("write", piece);
      else if (this.#subject.stdin.writable) this.#subject.stdin.write(piece);
      // So that the reader sees each piece by itself. A stimulus: whoever holds a piece back is not waited for.
      if (isInPieces) await this.#until(() => hop.hasAllBytes, isCut, PIECE_MS);
    }
  }

  /** What the sender says; an answer waits for what it answers. */
  async #said(direction: Direction, bytes: Buffer): Promise<Buffer> {
    const { interpreter } = this.#options;
    if (interpreter === undefined) return bytes;
    await this.#until(
      () => !interpreter.isEarly(direction, bytes),
      this.#isCut(direction === "c2a" ? "a2c" : "c2a"),
      this.#patienceMs(),
    );
    return interpreter.say(direction, bytes);
  }

  async #flood(byteCount: number): Promise<void> {
    const watch = this.#watch;
    const base = watch.writtenBytes;
    const flooded = (): number => watch.writtenBytes - base;
    let ordered = 0;
    let isStuck = false;
    while (!isStuck && flooded() < byteCount) {
      for (; ordered < byteCount && ordered - flooded() < FLOOD_WINDOW * FLOOD_PIECE.length; ) {
        watch.hops.a2c.sent(FLOOD_PIECE);
        this.#link.order("write", FLOOD_PIECE);
        ordered += FLOOD_PIECE.length;
      }
      const before = flooded();
      const hasMoved = await watch.bell.until(() => flooded() > before, this.#isCut("a2c"), FLOOD_IDLE_MS);
      isStuck = !hasMoved;
    }
    this.#floodedBytes = flooded();
  }

  /** Waits as long as bytes go on arriving: whoever carries much needs its time, and is late only when nothing comes. */
  async #delivered(direction: Direction, ms: number): Promise<boolean> {
    const hop = this.#watch.hops[direction];
    const isCut = this.#isCut(direction);
    let before: number;
    do {
      before = hop.arrivedBytes;
      const carryMs = hop.openBytes / LEAST_BYTES_PER_MS;
      if (await this.#until(() => hop.isDelivered, isCut, ms + carryMs)) return true;
    } while (hop.arrivedBytes > before && !isCut() && !this.#subject.isDestroyed);
    return false;
  }

  async #until(
    condition: () => boolean,
    isHopeless: () => boolean = () => false,
    ms: number = this.#options.waitMs,
  ): Promise<boolean> {
    return await this.#watch.bell.until(condition, () => this.#subject.isDestroyed || isHopeless(), ms);
  }

  /**
   * A subject that has been late is waited for less and less, or a session of many waits would take minutes. What it
   * still owes is collected at the end of the session, where every wait has its full time.
   */
  #patienceMs(): number {
    return Math.max(LEAST_PATIENCE_MS, this.#options.waitMs / 4 ** this.#lateSteps.length);
  }

  /** Can nothing more arrive in this direction? */
  #isCut(direction: Direction): () => boolean {
    return () => (direction === "c2a" ? this.#watch.isAgentGone : this.#watch.clientSawEof);
  }
}

/** The bytes cut at the given places, or into pieces of one size. */
function piecesOf(bytes: Buffer, pieceBytes: number, cuts: readonly number[] | undefined): Buffer[] {
  const ends = cuts === undefined ? [] : [...cuts.filter((place) => place < bytes.length), bytes.length];
  if (cuts === undefined) {
    for (let end = pieceBytes; end < bytes.length + pieceBytes; end += pieceBytes) ends.push(end);
  }
  return ends.map((end, place) => bytes.subarray(ends[place - 1] ?? 0, end));
}
