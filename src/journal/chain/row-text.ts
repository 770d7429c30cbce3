import { Buffer, isUtf8 } from "node:buffer";

/** The text that some bytes say, given a character each; undefined when they are not UTF-8. */
export function rowText(bytes: string): string | undefined {
  if (/^[\u0000-\u007f]*$/.test(bytes)) return bytes;
  const buffer = Buffer.from(bytes, "latin1");
  return isUtf8(buffer) ? buffer.toString("utf8") : undefined;
}
