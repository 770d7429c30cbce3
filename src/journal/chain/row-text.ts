import { type Buffer, isAscii, isUtf8 } from "node:buffer";

/** A row's bytes as text; undefined when they are not UTF-8. Rows that this project writes are ASCII. */
export function rowText(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.toString("latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : undefined;
}
