import fc from "fast-check";
import * as mapping from "../../../src/mapping/mapping.js";
import type { Case } from "../../mapping/differential/case.js";
import { cases } from "../../mapping/differential/cases.js";
import { mapWithTypescript } from "../../mapping/differential/compare.js";

/** Generated cases, and what the sound mapping makes of them. */
export function soundSample(
  numRuns: number,
  seed: number,
): {
  readonly cases: readonly Case[];
  readonly mapped: readonly string[];
} {
  const sample = fc.sample(cases, { numRuns, seed });
  return { cases: sample, mapped: sample.map((one) => mapWithTypescript(mapping, one)) };
}
