import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";

/** A body that takes longer holds room that others need. */
const BODY_MS = 30_000;

/**
 * Reads a request's body; undefined where it is longer than the limit, in which case the rest is not read. Throws where the
 * request breaks off or takes longer than 30 s.
 */
export async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  if (Number(incoming.headers["content-length"] ?? 0) > maxBytes) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  const late = setTimeout(() => incoming.destroy(), BODY_MS);
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      // A stream without an encoding gives buffers.
      const bytes = chunk as Buffer;
      size += bytes.length;
      if (size > maxBytes) return undefined;
      chunks.push(bytes);
    }
    return Buffer.concat(chunks, size);
  } finally {
    clearTimeout(late);
  }
}
