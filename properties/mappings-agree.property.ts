import fc from "fast-check";
import { test } from "tap";
import * as mapping from "../src/mapping/mapping.js";
import { cases } from "../test/mapping/differential/cases.js";
import { mapWithTypescript, shortestDifference } from "../test/mapping/differential/compare.js";
import { hasPython, mapWithPython } from "../test/mapping/differential/python.js";

const isCampaign = process.env["ACP_ASSAY_CAMPAIGN"] === "1";
const numRuns = Number(process.env["FC_RUNS"] ?? (isCampaign ? 10_000 : 300));
const seed = Number(process.env["FC_SEED"] ?? 20_260_101);
const skip = hasPython() ? false : "there is no python3 to compare with";

test("the two mappings make the same of generated sessions", { skip }, async (t) => {
  const sample = fc.sample(cases, { numRuns, seed });

  const theirs = await mapWithPython(sample);
  const ours = sample.map((one) => mapWithTypescript(mapping, one));

  t.equal(theirs.length, numRuns);
  t.same(shortestDifference(sample, ours, theirs), undefined, `${numRuns} cases, seed ${seed}`);
});
