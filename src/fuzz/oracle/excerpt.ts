import { type Buffer, isUtf8 } from "node:buffer";

const BEFORE = 12;
const SHOWN = 48;

/** Bytes that are control characters or not UTF-8, in a form that cannot be taken for an escape of the text itself. */
const PICTURES: Readonly<Record<string, string>> = {
  "\n": "␊",
  "\r": "␍",
  "\t": "␉",
  "\u0000": "␀",
  "\u001b": "␛",
};

/** A few bytes around a place, as one printable line. */
export function excerpt(bytes: Buffer, at: number): string {
  if (at >= bytes.length) return `nothing more after ${bytes.length} bytes`;
  const start = Math.max(0, at - BEFORE);
  const end = Math.min(bytes.length, start + SHOWN);
  return `${start > 0 ? "…" : ""}${printable(bytes.subarray(start, end))}${end < bytes.length ? "…" : ""}`;
}

function printable(bytes: Buffer): string {
  if (!isUtf8(bytes)) return [...bytes].map(printableByte).join("");
  return bytes
    .toString("utf8")
    .replace(/[\p{C}\u2028\u2029]/gu, (character) => PICTURES[character] ?? hexOf(character));
}

function printableByte(byte: number): string {
  const character = String.fromCharCode(byte);
  if (byte >= 0x20 && byte < 0x7f) return character;
  return PICTURES[character] ?? `⟨${byte.toString(16).padStart(2, "0")}⟩`;
}

function hexOf(character: string): string {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
