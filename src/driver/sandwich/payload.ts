import { Buffer, isUtf8 } from "node:buffer";

const LF = 0x0a;

/** Bytes as they stand in a scenario file: text, base64 where text cannot say it, or a long filling described shortly. */
export type Payload =
  | { readonly text: string }
  | { readonly b64: string }
  | { readonly head: string; readonly fill: string; readonly times: number; readonly tail: string };

/** Bytes by payload: one payload is written, expected, counted and hashed, and a long one costs time each time. */
const known = new WeakMap<Payload, Buffer>();

/** What a payload stands for; the bytes are shared, so nobody may change them. */
export function bytesOf(payload: Payload): Buffer {
  const before = known.get(payload);
  if (before !== undefined) return before;
  const bytes = encoded(payload);
  known.set(payload, bytes);
  return bytes;
}

/** The shortest form that gives these bytes back; they must not be changed afterwards. */
export function payloadOf(bytes: Buffer): Payload {
  // Most payloads are played and never shown: their text is made when somebody reads it.
  const payload: Payload = isUtf8(bytes)
    ? {
        get text() {
          return bytes.toString("utf8");
        },
      }
    : {
        get b64() {
          return bytes.toString("base64");
        },
      };
  known.set(payload, bytes);
  return payload;
}

/** How many bytes they are. */
export function byteCountOf(payload: Payload): number {
  if (!("fill" in payload)) return bytesOf(payload).length;
  const { head, fill, times, tail } = payload;
  return Buffer.byteLength(head + tail) + Buffer.byteLength(fill) * times;
}

/** How many lines end in these bytes. */
export function lineEndsIn(payload: Payload): number {
  if ("fill" in payload) {
    const { head, fill, times, tail } = payload;
    return lineEndsOf(Buffer.from(head + tail)) + lineEndsOf(Buffer.from(fill)) * times;
  }
  return lineEndsOf(bytesOf(payload));
}

/** Each line, without its end, and how often it stands there; of a filling the filling, whatever is around it. */
export function linesIn(payload: Payload): ReadonlyMap<string, number> {
  if ("fill" in payload) return new Map([[payload.fill, payload.times]]);
  const lines = bytesOf(payload).toString("latin1").split("\n");
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

/** How many lines end in some bytes. */
export function lineEndsOf(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) count += 1;
  return count;
}

function encoded(payload: Payload): Buffer {
  if ("text" in payload) return Buffer.from(payload.text, "utf8");
  if ("b64" in payload) return Buffer.from(payload.b64, "base64");
  return Buffer.from(payload.head + payload.fill.repeat(payload.times) + payload.tail, "utf8");
}
