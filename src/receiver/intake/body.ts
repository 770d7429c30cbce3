import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";

/** Reads a request's body; undefined where it is longer than the limit, in which case the rest is not read. */
export async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  if (Number(incoming.headers["content-length"] ?? 0) > maxBytes) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    // A stream without an encoding gives buffers.
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > maxBytes) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, size);
}
