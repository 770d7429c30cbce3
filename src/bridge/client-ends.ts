import { createReadStream } from "node:fs";
import { isatty, ReadStream } from "node:tty";
import { areSameFile, isPollable, ownDescriptor, park } from "./descriptor.js";
import { FileSink } from "./file-sink.js";
import { PipeSink } from "./pipe-sink.js";
import { PipeSource } from "./pipe-source.js";
import type { Sink } from "./sink.js";
import type { Slots } from "./slots.js";
import { SLOT_BYTES, type Source } from "./source.js";
import { StreamSource } from "./stream-source.js";
import { isWindows, openWindowsInput, openWindowsOutput } from "./system/windows.js";

/** Our stdin, whatever the client made it: pipe, socket, terminal, file or device. */
export function openClientInput(slots: Slots): Source {
  if (isWindows) return openWindowsInput();
  const fd = ownDescriptor(0);
  if (isPollable(fd)) return new PipeSource(fd, slots);
  return isatty(fd) ? terminalSource() : fileSource();
}

/** Our stdout, whatever the client made it. */
export function openClientOutput(): Sink {
  if (isWindows) return openWindowsOutput();
  const fd = ownDescriptor(1);
  const isShared = fd === 1 && areSameFile(1, 2);
  return isPollable(fd) && !isShared ? new PipeSink(fd) : new FileSink(fd);
}

function terminalSource(): Source {
  const stream = new ReadStream(0);
  return new StreamSource(stream, () => {
    stream.destroy();
    park(0);
  });
}

function fileSource(): Source {
  const stream = createReadStream("", { fd: 0, autoClose: false, highWaterMark: SLOT_BYTES });
  // Not destroyed: that would close descriptor 0 on another thread, after /dev/null has taken its place.
  return new StreamSource(stream, () => park(0));
}
