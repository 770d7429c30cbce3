import { Buffer } from "node:buffer";
import { type Line, LineSplitter } from "../../src/wire/line-splitter.js";
import { isJsonObject, type Json, type JsonObject } from "../../src/wire/message.js";
import type { Hop, Passage } from "./pump.js";

/** The lines of a byte stream, the unterminated last one included. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const splitter = new LineSplitter();
  for await (const chunk of chunks) yield* splitter.push(chunk);
  const tail = splitter.end();
  if (tail !== undefined) yield tail;
}

/** A line as it travelled, with its end. */
export function wholeLine(line: Line): Buffer {
  return Buffer.concat([line.bytes, Buffer.from(line.eol)]);
}

/** A passage that rewrites each line; the line end stays, and undefined drops the line with its end. */
export function onLines(rewrite: (line: Buffer, hop: Hop) => Buffer | undefined): Passage {
  return async function* rewriteLines(chunks, hop) {
    for await (const line of linesOf(chunks)) {
      const bytes = rewrite(line.bytes, hop);
      if (bytes !== undefined) yield wholeLine({ ...line, bytes });
    }
  };
}

/** Edits a line as text in which each character is one byte, so that every byte not edited stays what it is. */
export function editBytes(line: Buffer, edit: (text: string) => string): Buffer {
  return Buffer.from(edit(line.toString("latin1")), "latin1");
}

/** The line as JSON.parse reads it, or undefined when it is not JSON. */
export function jsonOf(line: Buffer): Json | undefined {
  try {
    // JSON.parse gives any JSON value and nothing else.
    return JSON.parse(line.toString("utf8")) as Json;
  } catch {
    return undefined;
  }
}

/** The line as a JSON object, or undefined when it is none. */
export function objectOf(line: Buffer): JsonObject | undefined {
  const value = jsonOf(line);
  return isJsonObject(value) ? value : undefined;
}

/** Is there nothing but white space on the line? */
export function isBlank(line: Buffer): boolean {
  return line.toString("latin1").trim() === "";
}
