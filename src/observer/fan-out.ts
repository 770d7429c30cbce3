import type { ObservationSink, ObservedGap, ObservedLine } from "./observed.js";

/** Several sinks as one. A sink that throws is left out from then on; the others never notice. */
export class FanOut implements ObservationSink {
  readonly #failed: (error: unknown) => void;
  #sinks: readonly ObservationSink[];

  constructor(sinks: readonly ObservationSink[], failed: (error: unknown) => void) {
    this.#sinks = sinks;
    this.#failed = failed;
  }

  line(observed: ObservedLine): void {
    this.#each((sink) => sink.line(observed));
  }

  gap(gap: ObservedGap): void {
    this.#each((sink) => sink.gap(gap));
  }

  flush(): void {
    this.#each((sink) => sink.flush());
  }

  async close(): Promise<void> {
    const closings = await Promise.allSettled(this.#sinks.map(async (sink) => await sink.close()));
    for (const closing of closings) if (closing.status === "rejected") this.#failed(closing.reason);
  }

  #each(act: (sink: ObservationSink) => void): void {
    for (const sink of this.#sinks) {
      try {
        act(sink);
      } catch (error) {
        this.#sinks = this.#sinks.filter((other) => other !== sink);
        this.#failed(error);
      }
    }
  }
}
