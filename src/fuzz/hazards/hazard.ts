import type { Buffer } from "node:buffer";
import { type Payload, payloadOf } from "../../driver/sandwich/payload.js";
import type { Step } from "../../driver/sandwich/step.js";
import type { Direction } from "../../wire/direction.js";
import { type BridgeCase, ordinaryEnd } from "../bridge-case.js";

/** Input on which processes in the middle have been seen to stumble; sent both ways, one case each. */
export interface Hazard {
  /** `wire.<class>.<name>` */
  readonly id: string;
  /** What is written, one write each; every write is awaited at the other end before the next. */
  readonly writes: readonly Payload[];
  /** Bytes per write(2); the whole payload when left out. */
  readonly pieceBytes?: number;
  readonly isMalformed?: boolean;
  /** Do not wait between the writes. */
  readonly isPipelined?: boolean;
}

/** Both ends send the hazard, the client first; an ordinary line follows, so that what broke on it shows. */
export function caseOf(hazard: Hazard): BridgeCase {
  const steps = [...oneWay(hazard, "c2a"), ...oneWay(hazard, "a2c"), ...ordinaryEnd];
  return { id: hazard.id, steps, aspects: ["streams"], isMalformed: hazard.isMalformed ?? false };
}

function oneWay({ writes, pieceBytes, isPipelined = false }: Hazard, dir: Direction): Step[] {
  const wait: Step = { do: "await", dir };
  return writes.flatMap((payload, place): Step[] => {
    const write: Step = { do: "write", dir, payload, ...(pieceBytes === undefined ? {} : { pieceBytes }) };
    const isLast = place === writes.length - 1;
    return isPipelined && !isLast ? [write] : [write, wait];
  });
}

/** One line. */
export function line(text: string): Payload {
  return { text: `${text}\n` };
}

/** A session/update whose text block is this JSON string literal, quotes included. */
export function chunkWith(stringLiteral: string): Payload {
  return line(
    `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":${stringLiteral}}}}}`,
  );
}

/** An extension notification whose params hold this JSON text at `value`. */
export function paramsWith(json: string): Payload {
  return line(`{"jsonrpc":"2.0","method":"_acp-assay/value","params":{"value":${json}}}`);
}

/** Bytes as they are. */
export function raw(bytes: Buffer): Payload {
  return payloadOf(bytes);
}

/** An ordinary line that follows the hazard. */
export const after: Payload = line('{"jsonrpc":"2.0","method":"_acp-assay/after","params":{"n":1}}');
