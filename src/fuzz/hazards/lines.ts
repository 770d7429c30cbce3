import { Buffer } from "node:buffer";
import { type Hazard, line, raw } from "./hazard.js";

const FRAME = '{"jsonrpc":"2.0","method":"_acp-assay/line","params":{"text":"é€😀"}}';

/** Framing: what ends a line, what stands around it, and how it is cut into reads. */
export const lineHazards: readonly Hazard[] = [
  framing("blank", [{ text: "\n" }]),
  framing("blank-many", [{ text: "\n\n\n" }]),
  framing("spaces-only", [{ text: "  \t \n" }]),
  framing("crlf", [{ text: `${FRAME}\r\n` }]),
  framing("cr-inside", [line(`{"jsonrpc":"2.0",\r"method":"_acp-assay/cr"}`)]),
  framing("space-around", [{ text: `  ${FRAME} \n` }]),
  framing("byte-order-mark", [{ text: `\ufeff${FRAME}\n` }], { isMalformed: true }),
  framing("nul-byte", [raw(Buffer.from([0x00, 0x0a]))], { isMalformed: true }),
  framing("two-in-one-write", [{ text: `${FRAME}\n${FRAME}\n` }]),
  framing("hundred-in-one-write", [{ text: `${FRAME}\n`.repeat(100) }]),
  framing("half-then-rest", [{ text: FRAME.slice(0, 20) }, { text: `${FRAME.slice(20)}\n` }]),
  framing("one-byte-writes", [line(FRAME)], { pieceBytes: 1 }),
  framing("three-byte-writes", [{ text: `${FRAME}\r\n${FRAME}\n` }], { pieceBytes: 3 }),
  framing("pipelined", [line(FRAME), line('{"jsonrpc":"2.0","id":1,"method":"_acp-assay/p"}')], {
    isPipelined: true,
  }),
  framing("unterminated-tail", [{ text: FRAME }], { isLast: true }),
  size("65535", 65_535),
  size("65536", 65_536),
  size("65537", 65_537),
  size("1-mib", 1_048_576),
  size("8-mib", 8_388_608),
];

type Shape = Pick<Hazard, "isMalformed" | "pieceBytes" | "isPipelined" | "isLast">;

function framing(name: string, writes: Hazard["writes"], shape: Shape = {}): Hazard {
  return { id: `wire.line.${name}`, writes, ...shape };
}

/** A line of exactly so many bytes, its LF included. */
function size(name: string, byteCount: number): Hazard {
  const head = '{"jsonrpc":"2.0","method":"_acp-assay/size","params":{"text":"';
  const tail = '"}}\n';
  const payload = { head, fill: "x", times: byteCount - head.length - tail.length, tail };
  return { id: `wire.size.${name}`, writes: [payload] };
}
