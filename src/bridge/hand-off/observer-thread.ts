import type { Buffer } from "node:buffer";
import { Worker } from "node:worker_threads";
import type { Direction } from "../../wire/direction.js";
import { makeRingMemory, type RingMemory } from "../../wire/ring/ring-memory.js";
import { RingWriter } from "../../wire/ring/ring-writer.js";
import { holdStandardDescriptors } from "../descriptor.js";
import { SLOT_BYTES } from "../source.js";
import type { HandOff } from "./hand-off.js";

/** The longest bursts that lose nothing; agents talk more than clients. Memory is taken only as a backlog grows. */
const RING_BYTES = { c2a: 1_048_576, a2c: 8_388_608 };

/** The first bytes are on their way before a thread starts to take processor time from the agent's own start. */
const START_AFTER_MS = 20;

/** A thread that needs more than this is taken to be lost. The ring and its line limit keep it far below. */
const MOST_HEAP_MB = 128;

/** What the thread is started with (`workerData`). */
export interface ObserverThreadData<Settings> {
  readonly memory: RingMemory;
  readonly settings: Settings;
  /** Was there a thread before, which may have died in the middle of a line? */
  readonly isSecond: boolean;
}

/**
 * Hands the traffic to a thread of low priority through shared memory. It starts late, may fall behind, crash or hang:
 * then bytes are left out of the copy and counted, and nothing else happens.
 */
export class ObserverThread<Settings> implements HandOff {
  readonly #program: string;
  readonly #data: Omit<ObserverThreadData<Settings>, "isSecond">;
  readonly #writer: RingWriter;
  #thread: Worker | undefined;
  #start: NodeJS.Timeout | undefined;
  #starts = 0;
  #isOver = false;
  #whenOver: () => void = () => undefined;

  /** `program` is the file that the thread runs; `settings` is anything that can be copied to it. */
  constructor(program: string, settings: Settings) {
    this.#program = program;
    this.#data = { memory: makeRingMemory(RING_BYTES), settings };
    this.#writer = new RingWriter(this.#data.memory, SLOT_BYTES);
  }

  slot(direction: Direction): Buffer | undefined {
    return this.#isOver ? undefined : this.#writer.slot(direction);
  }

  offer(direction: Direction, chunk: Buffer): void {
    // Nobody will ask what was left out.
    if (this.#isOver) return;
    this.#writer.offer(direction, chunk, Math.round(performance.now() * 1_000));
    if (this.#starts > 0 || this.#start !== undefined) return;
    this.#start = setTimeout(() => this.#run(), START_AFTER_MS);
    this.#start.unref();
  }

  async drain(ms: number): Promise<void> {
    if (this.#isOver || ms <= 0) return;
    clearTimeout(this.#start);
    await new Promise<void>((resolve) => {
      this.#whenOver = resolve;
      setTimeout(resolve, ms);
      if (this.#starts > 0) this.#thread?.postMessage("ending");
      // The ends of the session are closed in this turn of the event loop, and a thread that starts would delay that.
      else setImmediate(() => setImmediate(() => this.#run("ending")));
    });
  }

  #run(word?: string): void {
    this.#starts += 1;
    const release = holdStandardDescriptors();
    try {
      this.#thread = new Worker(this.#program, {
        workerData: { ...this.#data, isSecond: this.#starts > 1 } satisfies ObserverThreadData<Settings>,
        // What it prints goes nowhere: nothing of ours may appear on the agent's streams.
        stdout: true,
        stderr: true,
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
      });
      this.#thread.once("online", release).on("error", () => undefined);
      this.#thread.once("exit", (code) => {
        release();
        this.#ended(code);
      });
      if (word !== undefined) this.#thread.postMessage(word);
      this.#thread.unref();
    } catch {
      // Not enough memory or threads: the session goes on unobserved.
      release();
      this.#ended(0);
    }
  }

  /** A crash may have been the fault of one line: another thread goes on behind it, once. */
  #ended(code: number): void {
    this.#thread = undefined;
    if (code !== 0 && this.#starts < 2) {
      this.#run();
      return;
    }
    this.#isOver = true;
    this.#whenOver();
  }
}
