import { Buffer } from "node:buffer";
import { PassThrough } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { ControlReader, type Order, writeOrder } from "../src/driver/probe/control.js";
import { LineSplitter } from "../src/wire/line-splitter.js";
import { holds } from "./holds.js";
import { type ChunkedBytes, chunked, wireBytes } from "./wire-bytes.js";

/** Every line of a stream that comes in these chunks, the unterminated last one too. */
function linesOf(chunks: readonly Buffer[], maxLineBytes?: number): unknown[] {
  const splitter = new LineSplitter(maxLineBytes);
  const lines = chunks.flatMap((chunk) => splitter.push(chunk));
  return [...lines, splitter.end()].map(
    (line) => line && [line.bytes.toString("hex"), line.eol, line.cutBytes],
  );
}

holds(
  "splitting a stream at any borders gives the same lines",
  chunked(wireBytes),
  ({ whole, chunks }: ChunkedBytes) => isDeepStrictEqual(linesOf(chunks), linesOf([whole])),
);

holds(
  "a line limit cuts the same lines at the same place, whatever the chunks",
  fc.tuple(chunked(wireBytes), fc.nat({ max: 8 })),
  ([{ whole, chunks }, limit]) => isDeepStrictEqual(linesOf(chunks, limit), linesOf([whole], limit)),
);

function recordsOf(sent: readonly (readonly [Order, Buffer])[]): Buffer {
  const socket = new PassThrough();
  for (const [kind, payload] of sent) writeOrder(socket, kind, payload);
  return socket.read() ?? Buffer.alloc(0);
}

const orders = fc.array(
  fc.tuple(fc.constantFrom<Order[]>("write", "stderr", "exit", "die", "pause", "resume"), wireBytes),
  { maxLength: 6 },
);

holds(
  "a control record is read the same, whatever the chunks of the socket",
  orders.chain((sent) => chunked(fc.constant(recordsOf(sent))).map(({ chunks }) => ({ sent, chunks }))),
  ({ sent, chunks }) => {
    const reader = ControlReader.forOrders();
    const records = chunks.flatMap((chunk) => reader.push(chunk));
    return isDeepStrictEqual(
      records.map(({ kind, payload }) => [kind, payload.toString("hex")]),
      sent.map(([kind, payload]) => [kind, payload.toString("hex")]),
    );
  },
);
