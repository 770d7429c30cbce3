import fc from "fast-check";
import { test } from "tap";

/** How a property is tried when the environment does not say otherwise. */
export interface Trial<Input> {
  readonly runs?: number;
  /** Inputs that are tried first, each time. */
  readonly examples?: readonly Input[];
}

const FIXED_SEED = 20_260_101;
const FIXED_RUNS = 200;

/**
 * Tries a claim about all inputs as one tap subtest with one assertion, which names the runs and the seed. FC_SEED
 * chooses the inputs, FC_RUNS their number. The claim is false for an input where `isTrue` gives false or throws.
 */
export function holds<Input>(
  claim: string,
  inputs: fc.Arbitrary<Input>,
  isTrue: (input: Input) => boolean | Promise<boolean>,
  { runs = FIXED_RUNS, examples = [] }: Trial<Input> = {},
): void {
  const seed = Number(process.env["FC_SEED"] ?? FIXED_SEED);
  const numRuns = Number(process.env["FC_RUNS"] ?? runs);
  const property = fc.asyncProperty(inputs, async (input) => await isTrue(input));
  // tap keeps the promise of a test itself, and fails the file when it rejects.
  void test(claim, async (t) => {
    const tried = await fc.check(property, {
      seed,
      numRuns,
      examples: examples.map((input): [Input] => [input]),
      includeErrorInReport: true,
    });
    // The report holds the smallest failing input, and the seed and path that lead to it again.
    t.equal(fc.defaultReportMessage(tried), undefined, `${tried.numRuns} runs, seed ${seed}`);
  });
}
