import { Buffer } from "node:buffer";

/** What ended a line: LF, CRLF, or nothing (the stream ended first). */
export type LineEnd = "\n" | "\r\n" | "";

/** One line as it travelled: its bytes without the line end, and the line end beside it. */
export interface Line {
  readonly bytes: Buffer;
  readonly eol: LineEnd;
  /** Bytes of this line that were left out because it is longer than the splitter's limit; 0 otherwise. */
  readonly cutBytes: number;
}

const LF = 0x0a;
const CR = 0x0d;
const EMPTY = Buffer.alloc(0);

/**
 * Cuts a byte stream into lines at 0x0A and nowhere else (docs/protocol/v1/transports.mdx, "stdio"): no decoding, so a
 * character split over two chunks, U+2028 or invalid UTF-8 stay what they are.
 *
 * `maxLineBytes` bounds the memory that one unterminated line can take; what lies beyond it is counted in `cutBytes`.
 */
export class LineSplitter {
  readonly #maxLineBytes: number;
  #pieces: Buffer[] = [];
  #pendingBytes = 0;
  #cutBytes = 0;

  constructor(maxLineBytes: number = Number.POSITIVE_INFINITY) {
    this.#maxLineBytes = maxLineBytes;
  }

  /** Bytes of the line that has begun and not ended. */
  get pendingBytes(): number {
    return this.#pendingBytes + this.#cutBytes;
  }

  /** Takes a chunk and returns the lines that it completes. The chunk must not be changed afterwards. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      this.#keep(chunk.subarray(start, end));
      lines.push(this.#take(true));
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
    return lines;
  }

  /** Ends the stream and returns the unterminated last line, if there is one. */
  end(): Line | undefined {
    return this.pendingBytes === 0 ? undefined : this.#take(false);
  }

  #keep(piece: Buffer): void {
    const room = this.#maxLineBytes - this.#pendingBytes;
    const kept = piece.length <= room ? piece : piece.subarray(0, room);
    if (kept.length > 0) this.#pieces.push(kept);
    this.#pendingBytes += kept.length;
    this.#cutBytes += piece.length - kept.length;
  }

  #take(isTerminated: boolean): Line {
    const [first = EMPTY] = this.#pieces;
    const whole = this.#pieces.length <= 1 ? first : Buffer.concat(this.#pieces, this.#pendingBytes);
    const cutBytes = this.#cutBytes;
    this.#pieces = [];
    this.#pendingBytes = 0;
    this.#cutBytes = 0;
    if (!isTerminated) return { bytes: whole, eol: "", cutBytes };
    const isCrLf = cutBytes === 0 && whole.at(-1) === CR;
    return isCrLf
      ? { bytes: whole.subarray(0, -1), eol: "\r\n", cutBytes }
      : { bytes: whole, eol: "\n", cutBytes };
  }
}
