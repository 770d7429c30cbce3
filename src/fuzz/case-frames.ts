import type { Buffer } from "node:buffer";
import { bytesOf } from "../driver/sandwich/payload.js";
import type { Direction } from "../wire/direction.js";
import { type Line, LineSplitter } from "../wire/line-splitter.js";
import type { BridgeCase } from "./bridge-case.js";

/** One line that a case lets one side write. */
export interface CaseFrame extends Line {
  readonly direction: Direction;
}

/** All lines that a case writes, in the order in which each is completed: what a bridge in the middle has to deliver. */
export function framesOfCase({ steps }: BridgeCase): readonly CaseFrame[] {
  const splitters: Readonly<Record<Direction, LineSplitter>> = {
    c2a: new LineSplitter(),
    a2c: new LineSplitter(),
  };
  const complete = (direction: Direction, bytes: Buffer): CaseFrame[] =>
    splitters[direction].push(bytes).map((line) => ({ direction, ...line }));
  const whole = steps.flatMap((step) =>
    step.do === "write" ? complete(step.dir, bytesOf(step.payload)) : [],
  );
  const open = (["c2a", "a2c"] as const).flatMap((direction) => {
    const line = splitters[direction].end();
    return line === undefined ? [] : [{ direction, ...line }];
  });
  return [...whole, ...open];
}
