import type { Observation } from "../../driver/sandwich/observation.js";
import type { Direction } from "../../wire/direction.js";

/**
 * In what pieces the streams arrived, roughly: `c2a arrived in 2^5 pieces of up to 2^16 bytes`. It is the one thing that a
 * bridge without a defect shows of its own, so it stands for the paths that were taken in it.
 */
export function arrivalsIn({ received: { pieces } }: Observation): string[] {
  if (pieces === undefined) return [];
  return (["c2a", "a2c"] as const).map((direction: Direction) => {
    const sizes = pieces[direction].map(({ length }) => length);
    const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
    return `${direction} arrived in 2^${power(sizes.length)} pieces of up to 2^${power(largest)} bytes`;
  });
}

/** The least power of two that is not below a count; 0 for nothing. */
function power(count: number): number {
  return count === 0 ? 0 : Math.ceil(Math.log2(count));
}
