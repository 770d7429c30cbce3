import { Buffer } from "node:buffer";
import { bytesOf, payloadOf } from "../../driver/sandwich/payload.js";
import type { Step } from "../../driver/sandwich/step.js";
import type { Direction } from "../../wire/direction.js";
import type { BridgeCase } from "../bridge-case.js";

const LF = 0x0a;

/**
 * The same case with every line written in one piece, at the place of its last one, since a name can be told only in a
 * whole line. The steps stay as many and in their places; the last write of a direction keeps what it leaves open.
 */
export function inWholeLines(played: BridgeCase): BridgeCase {
  const held: Record<Direction, Buffer> = { c2a: Buffer.alloc(0), a2c: Buffer.alloc(0) };
  const last: Readonly<Record<Direction, number>> = {
    c2a: lastWrite(played.steps, "c2a"),
    a2c: lastWrite(played.steps, "a2c"),
  };
  const steps = played.steps.map((step, place): Step => {
    if (step.do !== "write") return step;
    const { dir, payload } = step;
    const own = bytesOf(payload);
    if (held[dir].length === 0 && (own.at(-1) === LF || place === last[dir])) return step;
    const bytes = Buffer.concat([held[dir], own]);
    const end = place === last[dir] ? bytes.length : bytes.lastIndexOf(LF) + 1;
    held[dir] = bytes.subarray(end);
    return { do: "write", dir, payload: payloadOf(bytes.subarray(0, end)) };
  });
  return { ...played, steps };
}

function lastWrite(steps: readonly Step[], direction: Direction): number {
  return steps.findLastIndex((step) => step.do === "write" && step.dir === direction);
}
