import type { Sink } from "../sink.js";
import type { Source } from "../source.js";
import { StreamSink } from "../stream-sink.js";
import { StreamSource } from "../stream-source.js";

/**
 * The client's ends on Windows, by Node's own streams: libuv takes a descriptor over when it waits for it, so that nothing
 * here may read, write, close or replace one. Untested on Windows itself; a test runs it on Linux.
 */
export const isWindows: boolean = process.platform === "win32";

export function openWindowsInput(): Source {
  const { stdin } = process;
  return new StreamSource(stdin, () => stdin.destroy());
}

/** Node never closes its stdout, so that the client sees its end with that of the process. */
export function openWindowsOutput(): Sink {
  return new StreamSink(process.stdout);
}
