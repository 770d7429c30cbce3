import { Buffer } from "node:buffer";
import { closeSync, openSync, readSync } from "node:fs";

const INITIAL_BYTES = 1 << 18;
const LF = 0x0a;

/** One line of a file; its bytes last until the next line is asked for. */
export interface FileLine {
  readonly bytes: Buffer;
  /** The file ends before the line does. */
  readonly isTorn: boolean;
}

/** The lines of a file; throws what the system says. One buffer is read into again and again, as long as the longest line. */
export function* linesOf(path: string): Generator<FileLine, void, void> {
  const fd = openSync(path, "r");
  try {
    let buffer = Buffer.allocUnsafe(INITIAL_BYTES);
    let start = 0;
    let end = 0;
    for (;;) {
      for (let at = nextEnd(buffer, start, end); at !== -1; at = nextEnd(buffer, start, end)) {
        const line = { bytes: buffer.subarray(start, at), isTorn: false };
        start = at + 1;
        yield line;
      }
      if (start === 0 && end === buffer.length) {
        const larger = Buffer.allocUnsafe(buffer.length * 2);
        buffer.copy(larger, 0, 0, end);
        buffer = larger;
      } else if (start > 0) {
        buffer.copyWithin(0, start, end);
        end -= start;
        start = 0;
      }
      const length = readSync(fd, buffer, end, buffer.length - end, null);
      if (length === 0) break;
      end += length;
    }
    if (end > 0) yield { bytes: buffer.subarray(0, end), isTorn: true };
  } finally {
    closeSync(fd);
  }
}

/** The place of the next line end, or -1. */
function nextEnd(buffer: Buffer, start: number, end: number): number {
  const at = buffer.indexOf(LF, start);
  return at < end ? at : -1;
}
