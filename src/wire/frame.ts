import type { Buffer } from "node:buffer";
import type { Direction } from "./direction.js";
import type { Line, LineEnd } from "./line-splitter.js";
import { type Malformed, type Message, readMessage } from "./message.js";

/** One line with its direction and arrival: raw bytes first, parsed second and only when somebody asks. */
export class Frame {
  readonly direction: Direction;
  /** The bytes as they travelled, without the line end. */
  readonly bytes: Buffer;
  readonly eol: LineEnd;
  readonly cutBytes: number;
  /** Microseconds since the start of the run. */
  readonly atMicros: number;
  /** Place in the transcript, from 1. */
  readonly number: number;
  #message: Message | Malformed | undefined;

  constructor(line: Line, direction: Direction, atMicros: number, number: number) {
    this.direction = direction;
    this.bytes = line.bytes;
    this.eol = line.eol;
    this.cutBytes = line.cutBytes;
    this.atMicros = atMicros;
    this.number = number;
  }

  /** What the line says. */
  get message(): Message | Malformed {
    this.#message ??=
      this.cutBytes > 0
        ? { kind: "malformed", reason: "cut: longer than the limit" }
        : readMessage(this.bytes);
    return this.#message;
  }

  /** The bytes as text; bytes that are not UTF-8 become replacement characters, so this is for people only. */
  get text(): string {
    return this.bytes.toString("utf8");
  }
}
