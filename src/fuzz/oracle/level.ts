/** How much "the same" means, from the strictest promise to the weakest (DESIGN, "What a bridge promises"). */
export type PromiseLevel = "bytes" | "lines" | "json" | "meaning";

/** Strictest first. */
export const PROMISE_LEVELS: readonly PromiseLevel[] = ["bytes", "lines", "json", "meaning"];

/** Does a bridge that promises `declared` thereby promise `level`? */
export function includes(declared: PromiseLevel, level: PromiseLevel): boolean {
  return PROMISE_LEVELS.indexOf(level) >= PROMISE_LEVELS.indexOf(declared);
}

/** The one of two levels that asks for less. */
export function weaker(one: PromiseLevel, other: PromiseLevel): PromiseLevel {
  return includes(one, other) ? other : one;
}
