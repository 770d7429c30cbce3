import type { Buffer } from "node:buffer";
import { type Payload, payloadOf } from "../../driver/sandwich/payload.js";
import type { Step } from "../../driver/sandwich/step.js";
import type { Direction } from "../../wire/direction.js";
import { type BridgeCase, ordinaryEnd } from "../bridge-case.js";
import type { PromiseLevel } from "../oracle/level.js";

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
  /** What is done instead of writing the same both ways. */
  readonly steps?: readonly Step[];
  /** The level that it asks for, whatever is declared. */
  readonly level?: PromiseLevel;
}

/** A hazard as a case of its own. */
export function caseOf(hazard: Hazard): BridgeCase {
  return {
    id: hazard.id,
    steps: [...stepsOf(hazard), ...ordinaryEnd],
    aspects: ["streams"],
    isMalformed: hazard.isMalformed ?? false,
    ...(hazard.level === undefined ? {} : { level: hazard.level }),
  };
}

/** Both ends send the hazard, the client first; a mark follows it each way, so that what broke on it shows. */
export function stepsOf(hazard: Hazard): Step[] {
  const { id, steps } = hazard;
  if (steps !== undefined) return [...steps, ...marked(id, "c2a"), ...marked(id, "a2c")];
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
  const wait: Step = { do: "await", dir };
  const pieces = pieceBytes === undefined ? {} : { pieceBytes };
  const hazardous = writes.flatMap((payload): Step[] => {
    const write: Step = { do: "write", dir, payload, ...pieces };
    return isPipelined ? [write] : [write, wait];
  });
  return isLast ? [...marked(id, dir), ...hazardous] : [...hazardous, ...marked(id, dir)];
}

function marked(id: string, dir: Direction): Step[] {
  const mark = `{"jsonrpc":"2.0","method":"_acp-assay/mark","params":{"text":"${markText(id)}"}}`;
  return [
    { do: "write", dir, payload: line(mark) },
    { do: "await", dir },
  ];
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
