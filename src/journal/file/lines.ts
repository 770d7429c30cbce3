import { Buffer } from "node:buffer";
import { closeSync, openSync, readSync } from "node:fs";

// Text of this size is allocated with the small objects; a larger one costs the system a fresh mapping each time.
const INITIAL_BYTES = 1 << 16;
const LF = 0x0a;

/** No row of a journal and no line of a trace is longer; a device may give bytes without end. */
const MOST_LINE_BYTES = 1 << 28;

/** One line of a file. */
export interface FileLine {
  /** Its bytes without the line end, a character each: what is ASCII is text as it stands. */
  readonly text: string;
  /** The file ends before the line does. */
  readonly isTorn: boolean;
}

/**
 * The lines of a file; throws what the system says. One buffer is read into again and again, as long as the longest line,
 * and decoded as a whole: that costs a fraction of a decoding a line.
 */
export function* linesOf(path: string): Generator<FileLine, void, void> {
  const fd = openSync(path, "r");
  try {
    let buffer = Buffer.allocUnsafe(INITIAL_BYTES);
    let length = 0;
    for (;;) {
      if (length > MOST_LINE_BYTES) throw new RangeError(`a line is longer than ${MOST_LINE_BYTES} bytes`);
      if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
      const more = readSync(fd, buffer, length, buffer.length - length, null);
      if (more === 0) break;
      const end = buffer.lastIndexOf(LF, length + more - 1) + 1;
      length += more;
      if (end === 0) continue;
      const text = buffer.toString("latin1", 0, end);
      buffer.copyWithin(0, end, length);
      length -= end;
      for (let start = 0; start < text.length; ) {
        const stop = text.indexOf("\n", start);
        yield { text: text.slice(start, stop), isTorn: false };
        start = stop + 1;
      }
    }
    if (length > 0) yield { text: buffer.toString("latin1", 0, length), isTorn: true };
  } finally {
    closeSync(fd);
  }
}
