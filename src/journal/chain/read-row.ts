import type { Direction } from "../../wire/direction.js";
import { isJsonObject, type Json } from "../../wire/message.js";
import { canonicalMembers } from "../canonical/canonical-text.js";

/** A row as it stands in a journal, of any event type; nothing is checked. */
export interface StoredRow {
  readonly text: string;
  readonly index: Json | undefined;
  readonly event: string;
  readonly prevHash: string;
  readonly payloadHash: string;
  readonly eventHash: string;
  /** Its members by name, in canonical form. */
  readonly members: ReadonlyMap<string, string>;
}

/** A frame in a row. */
export interface StoredFrame {
  /** Place among the frames, from 0. */
  readonly seq: number;
  readonly kind: string;
  readonly method: string | null;
  /** Absent in published journals, which hold what the agent sent. */
  readonly direction: Direction | undefined;
  /** The hash as stored. */
  readonly contentHash: string;
  readonly isTerminal: boolean;
  readonly stopReason: string;
  /** In canonical form. */
  readonly frame: string;
}

/** Reads one row; undefined when the line is no JSON object. */
export function readRow(text: string): StoredRow | undefined {
  const value = parse(text);
  if (!isJsonObject(value)) return undefined;
  const word = (name: string): string => (typeof value[name] === "string" ? value[name] : "");
  return {
    text,
    index: value["index"],
    event: word("event"),
    prevHash: word("prev_hash"),
    payloadHash: word("payload_hash"),
    eventHash: word("event_hash"),
    members: canonicalMembers(text),
  };
}

/** The value of a member in canonical form; undefined where there is none. */
export function memberText({ members }: StoredRow, name: string): string | undefined {
  const member = members.get(name);
  // Names of our own rows need no escape, so the value begins behind the name, two quotes and a colon.
  return member?.slice(name.length + 3);
}

/** The frame of a row; `counted` stands in for a missing number. */
export function frameOf(row: StoredRow, counted: number): StoredFrame {
  const value = (name: string): Json | undefined => {
    const text = memberText(row, name);
    return text === undefined ? undefined : parse(text);
  };
  const word = (name: string): string | undefined => {
    const found = value(name);
    return typeof found === "string" ? found : undefined;
  };
  const seq = value("acp_seq");
  const direction = word("acp_direction");
  return {
    seq: typeof seq === "number" ? seq : counted,
    kind: word("acp_kind") ?? "",
    method: word("acp_method") ?? null,
    direction: direction === "c2a" || direction === "a2c" ? direction : undefined,
    contentHash: word("content_hash") ?? "",
    isTerminal: value("terminal") === true,
    stopReason: word("stop_reason") ?? "",
    frame: memberText(row, "frame") ?? "null",
  };
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json; // JSON.parse gives JSON values
  } catch {
    return undefined;
  }
}
