import { Buffer } from "node:buffer";
import { after, type Hazard, line, raw } from "./hazard.js";

const FRAME = '{"jsonrpc":"2.0","method":"_acp-assay/line","params":{"text":"é€😀"}}';

/** Framing: what ends a line, what stands around it, and how it is cut into reads. */
export const lineHazards: readonly Hazard[] = [
  framing("blank", [{ text: "\n" }, after]),
  framing("blank-many", [{ text: "\n\n\n" }, after]),
  framing("spaces-only", [{ text: "  \t \n" }, after]),
  framing("crlf", [{ text: `${FRAME}\r\n` }, after]),
  framing("cr-inside", [line(`{"jsonrpc":"2.0",\r"method":"_acp-assay/cr"}`), after]),
  framing("space-around", [{ text: `  ${FRAME} \n` }, after]),
  framing("byte-order-mark", [{ text: `\ufeff${FRAME}\n` }, after], { isMalformed: true }),
  framing("nul-byte", [raw(Buffer.from([0x00, 0x0a])), after], { isMalformed: true }),
  framing("two-in-one-write", [{ text: `${FRAME}\n${FRAME}\n` }, after]),
  framing("hundred-in-one-write", [{ text: `${FRAME}\n`.repeat(100) }, after]),
  framing("half-then-rest", [{ text: FRAME.slice(0, 20) }, { text: `${FRAME.slice(20)}\n` }, after]),
  framing("one-byte-writes", [line(FRAME), after], { pieceBytes: 1 }),
  framing("three-byte-writes", [{ text: `${FRAME}\r\n${FRAME}\n` }, after], { pieceBytes: 3 }),
  framing("pipelined", [line(FRAME), line('{"jsonrpc":"2.0","id":1,"method":"_acp-assay/p"}'), after], {
    isPipelined: true,
  }),
  framing("unterminated-tail", [after, { text: FRAME }]),
  size("65535", 65_535),
  size("65536", 65_536),
  size("65537", 65_537),
  size("1-mib", 1_048_576),
  size("8-mib", 8_388_608),
];

type Shape = Pick<Hazard, "isMalformed" | "pieceBytes" | "isPipelined">;

function framing(name: string, writes: Hazard["writes"], shape: Shape = {}): Hazard {
  return { id: `wire.line.${name}`, writes, ...shape };
}

/** A line of exactly so many bytes, its LF included. */
function size(name: string, byteCount: number): Hazard {
  const head = '{"jsonrpc":"2.0","method":"_acp-assay/size","params":{"text":"';
  const tail = '"}}\n';
  const payload = { head, fill: "x", times: byteCount - head.length - tail.length, tail };
  return { id: `wire.size.${name}`, writes: [payload, after] };
}
