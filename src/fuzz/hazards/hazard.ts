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
  /** It leaves its line open, so nothing can follow it. */
  readonly isLast?: boolean;
}

/** A hazard as a case of its own. */
export function caseOf(hazard: Hazard): BridgeCase {
  return {
    id: hazard.id,
    steps: [...stepsOf(hazard), ...ordinaryEnd],
    aspects: ["streams"],
    isMalformed: hazard.isMalformed ?? false,
  };
}

/** Both ends send the hazard, the client first; a mark follows it each way, so that what broke on it shows. */
export function stepsOf(hazard: Hazard): Step[] {
  return [...oneWay(hazard, "c2a"), ...oneWay(hazard, "a2c")];
}

/** The text by which the end of a hazard is found again in a stream, however the line was spelled anew. */
export function markText(id: string): string {
  return `end of ${id}`;
}

function oneWay(
  { id, writes, pieceBytes, isPipelined = false, isLast = false }: Hazard,
  dir: Direction,
): Step[] {
  const mark = line(`{"jsonrpc":"2.0","method":"_acp-assay/mark","params":{"text":"${markText(id)}"}}`);
  const wait: Step = { do: "await", dir };
  const pieces = pieceBytes === undefined ? {} : { pieceBytes };
  const hazardous = writes.flatMap((payload): Step[] => {
    const write: Step = { do: "write", dir, payload, ...pieces };
    return isPipelined ? [write] : [write, wait];
  });
  const marked: Step[] = [{ do: "write", dir, payload: mark }, wait];
  return isLast ? [...marked, ...hazardous] : [...hazardous, ...marked];
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
