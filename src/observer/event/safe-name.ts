import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

/** File systems take 255 bytes; some room is left for what is put behind a name. */
const LONGEST = 200;

/**
 * A file name for any text: what is safe stays as it is, every other byte becomes `%` and two upper-case hexadecimal
 * digits, and a text too long for a file name becomes its SHA-256. Different texts never get the same name.
 */
export function safeName(text: string): string {
  const encoded = Buffer.from(text, "utf8")
    .toString("latin1")
    .replace(/[^A-Za-z0-9._-]|^[._-]/g, escapeByte);
  const isPlain = encoded !== "" && encoded.length <= LONGEST && text.isWellFormed();
  // Nothing that is encoded begins with "%-".
  return isPlain ? encoded : `%-${createHash("sha256").update(text, "utf16le").digest("hex")}`;
}

function escapeByte(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
