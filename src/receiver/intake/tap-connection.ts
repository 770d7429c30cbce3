import { Buffer } from "node:buffer";
import type { Direction } from "../../wire/direction.js";
import { type Line, LineSplitter } from "../../wire/line-splitter.js";
import { type TapRecord, TapRecordParser } from "../../wire/tap-record.js";
import type { TapTraffic } from "../tap-traffic.js";

/** A line longer than this is cut; `cutBytes` tells by how much. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
const DIRECTIONS: readonly Direction[] = ["c2a", "a2c"];

/** Opens the traffic when the first record has come, `micros` after the start of the tee. */
export type OpenAt = (micros: number) => TapTraffic;

/** Makes lines of the tap stream of one tee. */
export class TapConnection {
  readonly #open: OpenAt;
  readonly #parser = new TapRecordParser();
  readonly #splitters: Readonly<Record<Direction, LineSplitter>> = {
    c2a: new LineSplitter(MAX_LINE_BYTES),
    a2c: new LineSplitter(MAX_LINE_BYTES),
  };
  /** Directions whose next line may begin in the middle. */
  readonly #torn = new Set<Direction>();
  #traffic: TapTraffic | undefined;
  #lines = 0;
  #bytes = 0n;
  #droppedBytes = 0n;
  #lastMicros = 0;

  constructor(open: OpenAt) {
    this.#open = open;
  }

  /** Lines that were handed on. */
  get lines(): number {
    return this.#lines;
  }

  /** Bytes that arrived. */
  get bytes(): bigint {
    return this.#bytes;
  }

  /** Bytes that were not handed on as part of a whole line. */
  get droppedBytes(): bigint {
    return this.#droppedBytes;
  }

  /** Takes a piece of the stream. Returns why the stream cannot be read on, where it cannot. */
  push(chunk: Buffer): string | undefined {
    for (const record of this.#parser.push(chunk)) this.#take(record);
    return this.#parser.malformed;
  }

  /** Ends the stream. A last line without a line end counts where the stream was whole. */
  end(isWhole: boolean): void {
    if (this.#traffic === undefined) return;
    for (const direction of DIRECTIONS) {
      const line = this.#splitters[direction].end();
      if (line === undefined) continue;
      if (isWhole && this.#parser.pendingBytes === 0) this.#hand(direction, line);
      else this.#drop(direction, BigInt(sizeOf(line)));
    }
    this.#traffic.ended();
  }

  #take(record: TapRecord): void {
    this.#traffic ??= this.#open(record.micros);
    this.#lastMicros = record.micros;
    if (record.kind === "chunk") {
      this.#bytes += BigInt(record.bytes.length);
      for (const line of this.#splitters[record.direction].push(record.bytes))
        this.#hand(record.direction, line);
      return;
    }
    for (const direction of record.direction === undefined ? DIRECTIONS : [record.direction]) {
      const rest = this.#splitters[direction].end();
      if (rest !== undefined) this.#drop(direction, BigInt(sizeOf(rest)));
      this.#torn.add(direction);
    }
    this.#drop(record.direction ?? "c2a", record.bytes);
  }

  #hand(direction: Direction, line: Line): void {
    // The rest of a JSON object is never one itself, so this tells a whole line behind a gap from the end of a lost one.
    if (this.#torn.delete(direction) && !isObject(line)) {
      this.#drop(direction, BigInt(sizeOf(line)));
      return;
    }
    this.#lines += 1;
    this.#traffic?.line(direction, line, this.#lastMicros);
  }

  #drop(direction: Direction, bytes: bigint): void {
    this.#droppedBytes += bytes;
    this.#traffic?.dropped(direction, bytes);
  }
}

function sizeOf({ bytes, eol, cutBytes }: Line): number {
  return bytes.length + eol.length + cutBytes;
}

function isObject({ bytes }: Line): boolean {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString());
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
