import type { Buffer } from "node:buffer";
import type { EventText } from "../event/event.js";
import { checkStructure, isCommand } from "../event/structure.js";

/** Why a batch is refused as a whole; the body of the answer, and its status. */
export interface Refusal {
  readonly status: 400 | 403 | 413;
  readonly body: Readonly<Record<string, string | number>>;
}

/** What a batch may hold. */
export interface BatchTerms {
  readonly maxEvents: number;
  /** Orders to agents are taken only from those who showed a token. */
  readonly takesCommands: boolean;
}

type Batch = { readonly events: readonly EventText[] } | { readonly refusal: Refusal };

const LF = 0x0a;
const BLANK = /^[ \t\r]*$/;

/** Reads `application/x-ndjson`: one event a line, blank lines aside. Nothing is taken where one line is wrong. */
export function readLines(body: Buffer, terms: BatchTerms): Batch {
  const lines: { readonly bytes: Buffer; readonly number: number }[] = [];
  let count = 0;
  let number = 0;
  for (let start = 0; start < body.length; number += 1) {
    const found = body.indexOf(LF, start);
    const end = found === -1 ? body.length : found;
    if (end > start && !isBlank(body, start, end)) {
      count += 1;
      if (count <= terms.maxEvents) lines.push({ bytes: body.subarray(start, end), number: number + 1 });
    }
    start = end + 1;
  }
  if (count > terms.maxEvents) return tooMany(count, terms);
  const events: EventText[] = [];
  for (const { bytes, number: line } of lines) {
    const read = readOne(bytes, line, terms, true);
    if ("refusal" in read) return read;
    events.push(...read.events);
  }
  return { events };
}

/** Reads `application/json`: one event, or a list of events. */
export function readDocument(body: Buffer, terms: BatchTerms): Batch {
  return readOne(body, 1, terms, false);
}

function readOne(bytes: Buffer, line: number, terms: BatchTerms, isLine: boolean): Batch {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes).trim();
    value = JSON.parse(text);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { refusal: { status: 400, body: { error: "invalid-json", ...(isLine && { line }), detail } } };
  }
  if (isLine || !Array.isArray(value)) return readEvents([value], line, terms, text);
  if (value.length > terms.maxEvents) return tooMany(value.length, terms);
  return readEvents(value, line, terms);
}

function readEvents(values: readonly unknown[], firstLine: number, terms: BatchTerms, text = "\n"): Batch {
  const events: EventText[] = [];
  for (const [index, value] of values.entries()) {
    const checked = checkStructure(value);
    const line = firstLine + index;
    if ("fault" in checked) {
      return { refusal: { status: 400, body: { error: "invalid-event", line, detail: checked.fault } } };
    }
    if (isCommand(checked.event) && !terms.takesCommands) {
      return { refusal: { status: 403, body: { error: "unauthorized", line } } };
    }
    // The emitter's own spelling is kept where it is one line: numbers keep their digits.
    const json = /[\r\n]/.test(text) ? JSON.stringify(checked.event) : text;
    events.push({ event: checked.event, json });
  }
  return { events };
}

function tooMany(count: number, { maxEvents }: BatchTerms): Batch {
  return { refusal: { status: 413, body: { error: "too-many-events", max: maxEvents, count } } };
}

function isBlank(body: Buffer, start: number, end: number): boolean {
  const first = body[start] ?? 0;
  return first <= 0x20 && BLANK.test(body.toString("latin1", start, end));
}
