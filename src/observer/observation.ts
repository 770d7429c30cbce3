import type { Direction } from "../wire/direction.js";
import type { RingReader, RingRecord } from "../wire/ring/ring-reader.js";
import { LineWatch } from "./line-watch.js";
import type { ObservationSink } from "./observed.js";

/** So long the reader sleeps between two looks while traffic flows: a wake-up per frame would cost more than the tee. */
const LOOK_MS = 25;

/** After so much work, what was gathered is written and the event loop gets a turn. */
const SLICE_MS = 10;

/** Takes what a tee hands over, from the first record to the end of both directions, and shows it to a sink as lines. */
export class Observation {
  readonly #reader: RingReader;
  readonly #sink: ObservationSink;
  readonly #watches: Readonly<Record<Direction, LineWatch>>;
  readonly #open = new Set<Direction>(["c2a", "a2c"]);
  #hurry: () => void = () => undefined;
  #isHurried = false;

  constructor(reader: RingReader, sink: ObservationSink) {
    this.#reader = reader;
    this.#sink = sink;
    this.#watches = { c2a: new LineWatch("c2a", sink), a2c: new LineWatch("a2c", sink) };
  }

  /** Resolves when everything was observed and the sink is closed. */
  async run(): Promise<void> {
    for (let isMore = false; this.#open.size > 0; isMore = this.#takeSlice()) {
      if (isMore) await pause(0);
      else {
        await this.#reader.busy();
        await this.#doze();
      }
    }
    await this.#sink.close();
  }

  /**
   * Somebody else was here before, and died in the middle of a line perhaps: in each direction what comes up to the next
   * line end is counted as one line that was not observed.
   */
  resume(): void {
    const micros = Math.round(performance.now() * 1_000);
    for (const watch of Object.values(this.#watches))
      watch.gap({ bytes: 0, lines: 1, isAtLineStart: false }, micros);
  }

  /** The session is over: what is there already is dealt with at once. */
  hurry(): void {
    this.#isHurried = true;
    this.#hurry();
  }

  /** Is there perhaps more? */
  #takeSlice(): boolean {
    const until = performance.now() + SLICE_MS;
    let isMore = true;
    while (isMore && performance.now() < until) {
      const record = this.#reader.next();
      isMore = record !== undefined;
      if (record !== undefined) this.#take(record);
    }
    this.#sink.flush();
    return isMore;
  }

  #take({ direction, bytes, isEnd, gap, micros }: RingRecord): void {
    const watch = this.#watches[direction];
    if (gap !== undefined) watch.gap(gap, micros);
    if (bytes.length > 0) watch.chunk(bytes, micros);
    if (isEnd) {
      watch.end(micros);
      this.#open.delete(direction);
    }
  }

  async #doze(): Promise<void> {
    if (this.#isHurried) return;
    const alarm = new Promise<void>((resolve) => {
      this.#hurry = resolve;
    });
    await Promise.race([alarm, pause(LOOK_MS)]);
  }
}

async function pause(ms: number): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, ms));
}
