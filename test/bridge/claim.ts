import { type Arbitrary, asyncProperty, check, defaultReportMessage } from "fast-check";

/** A claim about all inputs, and how many of them are tried when nobody asks for more. */
export interface Claim<Input> {
  readonly inputs: Arbitrary<Input>;
  /** Inputs that are tried first, each time. */
  readonly examples: readonly Input[];
  readonly runs: number;
  /** Throws where the claim does not hold. */
  holds(input: Input): Promise<void>;
}

/** What was tried; `counterexample` is fast-check's report: the smallest failing input and how to see it again. */
export interface Verdict {
  readonly summary: string;
  readonly counterexample: string | undefined;
}

/**
 * Tries a claim on generated inputs: FC_SEED chooses them, FC_RUNS their number. `isRefuted` asks for the first
 * counterexample as it is, not for a small one.
 */
export async function tryClaim<Input>(claim: Claim<Input>, isRefuted = false): Promise<Verdict> {
  const seed = Number(process.env["FC_SEED"] ?? Date.now() % 2 ** 31);
  const numRuns = Number(process.env["FC_RUNS"] ?? claim.runs);
  const property = asyncProperty(claim.inputs, (input) => claim.holds(input));
  const examples = claim.examples.map((input): [Input] => [input]);
  const details = await check(property, {
    seed,
    numRuns,
    examples,
    includeErrorInReport: true,
    endOnFailure: isRefuted,
  });
  return {
    summary: `${details.numRuns} runs, seed ${seed}`,
    counterexample: await defaultReportMessage(details),
  };
}
