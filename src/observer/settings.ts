import type { ObservationSink } from "./observed.js";
import { AppendFile } from "./sinks/append-file.js";
import { TraceSink } from "./sinks/trace-sink.js";

/** What a tee's observer is to do, as plain data that can be handed to another thread. */
export interface ObserverSettings {
  /** Trace file: every line as it travelled. */
  readonly trace?: string;
  /** Files are rotated before they grow beyond this many bytes. */
  readonly maxFileBytes: number;
}

export function openSinks({ trace, maxFileBytes }: ObserverSettings): ObservationSink[] {
  const file = (path: string): AppendFile =>
    new AppendFile({ path, maxBytes: maxFileBytes, failed: () => undefined });
  return trace === undefined ? [] : [new TraceSink(file(trace))];
}
