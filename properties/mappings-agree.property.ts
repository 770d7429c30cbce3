import { test } from "tap";
import * as mapping from "../src/mapping/mapping.js";
import { mapWithTypescript, shortestDifference } from "../test/mapping/differential/compare.js";
import { hasPython, mapWithPython } from "../test/mapping/differential/python.js";
import { faultyMapping, mapWithFaultyPython } from "../test/runners/faults/mutant.js";
import { pythonFaults } from "../test/runners/faults/python-faults.js";
import { soundSample } from "../test/runners/faults/sample.js";
import { typescriptFaults } from "../test/runners/faults/typescript-faults.js";

const isCampaign = process.env["ACP_ASSAY_CAMPAIGN"] === "1";
const numRuns = Number(process.env["FC_RUNS"] ?? (isCampaign ? 10_000 : 300));
const seed = Number(process.env["FC_SEED"] ?? 20_260_101);
const skip = hasPython() ? false : "there is no python3 to compare with";
const { cases, mapped } = soundSample(numRuns, seed);

test("the two mappings make the same of generated sessions", { skip }, async (t) => {
  const theirs = await mapWithPython(cases);

  t.equal(theirs.length, numRuns);
  t.same(shortestDifference(cases, mapped, theirs), undefined, `${numRuns} cases, seed ${seed}`);
});

// All faults, one at a time, are planted in test/runners/faults.long.ts; these show that the comparison is awake.
const few = { cases: cases.slice(0, 300), mapped: mapped.slice(0, 300) };

test("a fault in the mapping in TypeScript is a difference", async (t) => {
  for (const fault of typescriptFaults.slice(0, 3)) {
    const faulty = await faultyMapping(fault);
    const found = few.cases.map((one) => mapWithTypescript(faulty, one));

    t.ok(shortestDifference(few.cases, found, few.mapped), fault.about);
  }
});

test("a fault in the mapping in Python is a difference", { skip }, async (t) => {
  for (const fault of pythonFaults.slice(0, 1)) {
    const found = await mapWithFaultyPython(few.cases, fault);

    t.ok(shortestDifference(few.cases, few.mapped, found), fault.about);
  }
});

test("mapWithTypescript() says when a mapping throws", async (t) => {
  const throwing: typeof mapping = {
    ...mapping,
    mapMoment: () => {
      throw new TypeError("no");
    },
  };

  t.equal(mapWithTypescript(throwing, { moment: "{}", options: {} }), "TypeError: no");
});
