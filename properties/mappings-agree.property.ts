import fc from "fast-check";
import { test } from "tap";
import { canonicalJson } from "../src/mapping/digest/canonical-json.js";
import * as mapping from "../src/mapping/mapping.js";
import { type Case, mapCase } from "../test/mapping/differential/case.js";
import { cases } from "../test/mapping/differential/cases.js";
import { hasPython, mapWithPython } from "../test/mapping/differential/python.js";

const isCampaign = process.env["ACP_ASSAY_CAMPAIGN"] === "1";
const CASES = Number(process.env["FC_RUNS"] ?? (isCampaign ? 10_000 : 300));
const seed = Number(process.env["FC_SEED"] ?? 20_260_101);

test("the two mappings agree on generated sessions", {
  skip: hasPython() ? false : "no python3 here",
}, async (t) => {
  const sample = fc.sample(cases, { numRuns: CASES, seed });

  const theirs = await mapWithPython(sample);
  const differing = sample.findIndex((one, at) => ours(one) !== theirs[at]);

  const shown = differing === -1 ? undefined : JSON.stringify(sample[differing]);
  t.equal(shown, undefined, `${CASES} cases, seed ${seed}`);
  if (differing !== -1) {
    const [one] = sample.slice(differing);
    t.equal(theirs[differing], one === undefined ? "" : ours(one), "what the two make of it");
  }
});

function ours(one: Case): string {
  return canonicalJson(JSON.parse(JSON.stringify(mapCase(mapping, one))));
}
