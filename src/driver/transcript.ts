import type { Buffer } from "node:buffer";
import { type Direction, opposite } from "../wire/direction.js";
import { Frame } from "../wire/frame.js";
import { type Line, LineSplitter } from "../wire/line-splitter.js";
import type { Clock } from "./clock.js";

/** Longest line that the harness keeps whole; a longer one is cut and its excess counted, so memory stays bounded. */
export const MAX_LINE_BYTES: number = 64 * 1024 * 1024;

/** Everything that travelled on one connection, in the order in which the harness saw it. */
export class Transcript {
  readonly frames: Frame[] = [];
  /** The direction in which the subject writes; the harness writes in the other one. */
  readonly subject: Direction;
  readonly #clock: Clock;
  readonly #splitters: Record<Direction, LineSplitter>;
  readonly #deliberate = new WeakSet<Frame>();
  /** How many frames there were when whoever writes in a direction was last known to have its stream open. */
  readonly #openUntil: Partial<Record<Direction, number>> = {};
  readonly #listeners = new Set<(frame: Frame) => void>();

  constructor(clock: Clock, maxLineBytes: number = MAX_LINE_BYTES, subject: Direction = "a2c") {
    this.#clock = clock;
    this.subject = subject;
    this.#splitters = { c2a: new LineSplitter(maxLineBytes), a2c: new LineSplitter(maxLineBytes) };
  }

  /**
   * A transcript of frames that were recorded elsewhere, in their order. When a stream was closed no recording tells: it may
   * have been right behind its last frame.
   */
  static recorded(frames: readonly Frame[], subject: Direction = "a2c"): Transcript {
    const transcript = new Transcript({ micros: () => 0 }, MAX_LINE_BYTES, subject);
    for (const frame of frames) {
      transcript.frames.push(frame);
      transcript.#openUntil[frame.direction] = frame.number;
    }
    return transcript;
  }

  /** Takes bytes as read or written, records the lines that they complete, and returns those. */
  record(direction: Direction, chunk: Buffer): Frame[] {
    return this.#splitters[direction].push(chunk).map((line) => this.#add(line, direction));
  }

  /** Records the unterminated last line of a direction whose stream has ended. */
  end(direction: Direction): void {
    const line = this.#splitters[direction].end();
    if (line !== undefined) this.#add(line, direction);
  }

  /** Notes that whoever writes in a direction has closed its stream: what comes from now on, nobody may be waiting for. */
  close(direction: Direction): void {
    this.#openUntil[direction] ??= this.frames.length;
  }

  /** Was the stream of a direction surely open when a frame of the other one came? */
  wasOpen(direction: Direction, frame: Frame): boolean {
    return frame.number <= (this.#openUntil[direction] ?? this.frames.length);
  }

  /** Bytes of a line that has begun and not ended. */
  pendingBytes(direction: Direction): number {
    return this.#splitters[direction].pendingBytes;
  }

  /** Marks a frame that the harness has written wrong on purpose. */
  markDeliberate(frame: Frame): void {
    this.#deliberate.add(frame);
  }

  /** Is it wrong on purpose? */
  isDeliberate(frame: Frame): boolean {
    return this.#deliberate.has(frame);
  }

  /** Frames that the subject wrote. */
  ofSubject(): Frame[] {
    return this.of(this.subject);
  }

  /** Frames that the harness wrote. */
  ofHarness(): Frame[] {
    return this.of(opposite(this.subject));
  }

  /** Frames of one direction. */
  of(direction: Direction): Frame[] {
    return this.frames.filter((frame) => frame.direction === direction);
  }

  /** Calls `listener` for each later frame until the returned function is called. */
  listen(listener: (frame: Frame) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #add(line: Line, direction: Direction): Frame {
    const frame = new Frame(line, direction, this.#clock.micros(), this.frames.length + 1);
    this.frames.push(frame);
    for (const listener of [...this.#listeners]) listener(frame);
    return frame;
  }
}
