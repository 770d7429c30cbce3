import type { Buffer } from "node:buffer";

const BEFORE = 12;
const SHOWN = 48;

/** A few bytes around a place, printable: what is not visible ASCII or a letter is written as an escape. */
export function excerpt(bytes: Buffer, at: number): string {
  if (at >= bytes.length) return `the end, after ${bytes.length} bytes`;
  const start = Math.max(0, at - BEFORE);
  const end = Math.min(bytes.length, start + SHOWN);
  const text = [...bytes.subarray(start, end)].map(printable).join("");
  return `${start > 0 ? "…" : ""}${text}${end < bytes.length ? "…" : ""}`;
}

function printable(byte: number): string {
  if (byte === 0x0a) return "\\n";
  if (byte === 0x0d) return "\\r";
  if (byte === 0x09) return "\\t";
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`;
}
