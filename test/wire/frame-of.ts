import { Buffer } from "node:buffer";
import type { Direction } from "../../src/wire/direction.js";
import { Frame } from "../../src/wire/frame.js";
import type { Line } from "../../src/wire/line-splitter.js";

/** A frame with this line, whole and ended by LF unless `line` says otherwise. */
export function frameOf(
  content: string | Buffer,
  direction: Direction = "c2a",
  number = 1,
  line: Partial<Line> = {},
): Frame {
  const bytes = Buffer.from(content);
  return new Frame({ bytes, eol: "\n", cutBytes: 0, ...line }, direction, number * 1000, number);
}
