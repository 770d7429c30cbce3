import { Buffer } from "node:buffer";
import type { Direction } from "../wire/direction.js";
import type { Observer } from "./observer.js";
import type { Sink, SinkListener } from "./sink.js";
import type { Source, SourceListener } from "./source.js";

type PumpState =
  /** Nothing is held. */
  | "flowing"
  /** One chunk is on its way, reading has stopped. */
  | "holding"
  /** One chunk is on its way, and it is the last. */
  | "ending"
  | "done";

const END: Buffer = Buffer.alloc(0);

/** What its tee wants to know of a pump. */
export interface PumpListener {
  /** Everything was delivered and the end passed on, or nobody reads any more. */
  done(): void;
  /** After `finish`: what the departed writer left is delivered, but somebody else can still write. */
  heldOpen(): void;
}

/**
 * Passes the bytes of one direction on, in order and unchanged, with one chunk in flight at most: when the reader is slow
 * the writer is made to wait, so that memory is bounded by construction.
 */
export class Pump implements SourceListener, SinkListener {
  readonly #direction: Direction;
  readonly #source: Source;
  readonly #sink: Sink;
  readonly #listener: PumpListener;
  #observer: Observer | undefined;
  #state: PumpState = "flowing";
  #isFinishing = false;
  /** Grows whenever bytes move; a standstill is a number that stays. */
  steps = 0;

  constructor(
    direction: Direction,
    source: Source,
    sink: Sink,
    observer: Observer | undefined,
    listener: PumpListener,
  ) {
    this.#direction = direction;
    this.#source = source;
    this.#sink = sink;
    this.#observer = observer;
    this.#listener = listener;
  }

  get isDone(): boolean {
    return this.#state === "done";
  }

  /** Is it open with nothing on its way? */
  get isIdle(): boolean {
    return this.#state === "flowing";
  }

  start(): void {
    this.#sink.start(this);
    this.#source.start(this);
  }

  /** Gives both ends back, whatever is on its way. */
  stop(): void {
    if (this.#state === "done") return;
    this.#state = "done";
    this.#source.close();
    this.#sink.close();
    this.#offer(END);
  }

  /** The writer is known to be gone: delivers what it left, then tells either `done` or `heldOpen`. */
  finish(): void {
    this.#isFinishing = true;
    if (this.#state === "flowing") this.#readRemainder();
  }

  take(chunk: Buffer): boolean {
    this.steps += 1;
    const isTaken = this.#sink.write(chunk);
    if (!isTaken && this.#state === "flowing") this.#state = "holding";
    // The live bytes first: an observer can only ever delay its own copy.
    this.#offer(chunk);
    return isTaken;
  }

  ended(): void {
    if (this.#state === "holding") this.#state = "ending";
    else if (this.#state === "flowing") this.#end();
  }

  drained(): void {
    this.steps += 1;
    if (this.#state === "ending") this.#end();
    if (this.#state !== "holding") return;
    this.#state = "flowing";
    if (this.#isFinishing) this.#readRemainder();
    else this.#source.resume();
  }

  progressed(): void {
    this.steps += 1;
  }

  broken(): void {
    if (this.#state !== "done") this.#end();
  }

  #readRemainder(): void {
    const remainder = this.#source.readRemainder();
    if (remainder === "ended") this.ended();
    else if (remainder === "unknown") this.#source.resume();
    if (remainder === "open" || remainder === "unknown") this.#listener.heldOpen();
  }

  #end(): void {
    this.stop();
    this.#listener.done();
  }

  #offer(chunk: Buffer): void {
    try {
      this.#observer?.offer(this.#direction, chunk);
    } catch {
      // Whatever is wrong with observing, the session must not notice.
      this.#observer = undefined;
    }
  }
}
