import { Buffer } from "node:buffer";

/** Bytes as they stand in a scenario file: text, base64 where text cannot say it, or a long filling described shortly. */
export type Payload =
  | { readonly text: string }
  | { readonly b64: string }
  | { readonly head: string; readonly fill: string; readonly times: number; readonly tail: string };

export function bytesOf(payload: Payload): Buffer {
  if ("text" in payload) return Buffer.from(payload.text, "utf8");
  if ("b64" in payload) return Buffer.from(payload.b64, "base64");
  return Buffer.from(payload.head + payload.fill.repeat(payload.times) + payload.tail, "utf8");
}

/** The shortest form that gives these bytes back. */
export function payloadOf(bytes: Buffer): Payload {
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) ? { text } : { b64: bytes.toString("base64") };
}
