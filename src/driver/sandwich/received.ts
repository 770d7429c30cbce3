import { Buffer } from "node:buffer";
import type { Direction } from "../../wire/direction.js";

/** What arrived: `c2a` as the agent got it, `a2c` as the client got it. */
export interface Received extends Readonly<Record<Direction, Buffer>> {
  /** The same in the pieces in which it came, where that is known: to compare them costs less than to join them. */
  readonly pieces?: Readonly<Record<Direction, readonly Buffer[]>>;
}

/** What arrived in these pieces, joined when somebody reads it as one. */
export function receivedIn(pieces: Readonly<Record<Direction, readonly Buffer[]>>): Received {
  const joined: Partial<Record<Direction, Buffer>> = {};
  return {
    pieces,
    get c2a() {
      joined.c2a ??= Buffer.concat(pieces.c2a);
      return joined.c2a;
    },
    get a2c() {
      joined.a2c ??= Buffer.concat(pieces.a2c);
      return joined.a2c;
    },
  };
}

/** Do both hold the same bytes in one direction, as far as that can be told without joining them? */
export function isSurelySame(left: Received, right: Received, direction: Direction): boolean {
  if (left.pieces === undefined || right.pieces === undefined) return false;
  const [others, ours] = [right.pieces[direction].values(), left.pieces[direction].values()];
  let [own, other] = [take(ours), take(others)];
  while (own !== undefined && other !== undefined) {
    const length = Math.min(own.length, other.length);
    if (!own.subarray(0, length).equals(other.subarray(0, length))) return false;
    own = own.length > length ? own.subarray(length) : take(ours);
    other = other.length > length ? other.subarray(length) : take(others);
  }
  return own === undefined && other === undefined;
}

/** The next piece that is not empty. */
function take(pieces: IterableIterator<Buffer>): Buffer | undefined {
  for (let next = pieces.next(); next.done !== true; next = pieces.next()) {
    if (next.value.length > 0) return next.value;
  }
  return undefined;
}
