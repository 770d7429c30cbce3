import { test } from "tap";
import type { Case } from "../mapping/differential/case.js";
import { mapWithTypescript, shortestDifference } from "../mapping/differential/compare.js";
import { hasPython } from "../mapping/differential/python.js";
import { faultyMapping, mapWithFaultyPython } from "./faults/mutant.js";
import { pythonFaults } from "./faults/python-faults.js";
import { soundSample } from "./faults/sample.js";
import { typescriptFaults } from "./faults/typescript-faults.js";

const sample = soundSample(1_500, 20_260_101);
const skip = hasPython() ? false : "there is no python3 to compare with";
/** Most faults show early. */
const PARTS = [0, 200, 1_500];

/** Does some case show a difference? */
async function isSeen(
  map: (cases: readonly Case[]) => readonly string[] | Promise<string[]>,
): Promise<boolean> {
  for (const [at, end] of PARTS.slice(1).entries()) {
    const cases = sample.cases.slice(PARTS[at], end);
    const difference = shortestDifference(cases, await map(cases), sample.mapped.slice(PARTS[at], end));
    if (difference !== undefined) return true;
  }
  return false;
}

for (const fault of typescriptFaults) {
  test(`sessions show it when, in TypeScript, ${fault.about}`, async (t) => {
    const mapping = await faultyMapping(fault);

    t.ok(await isSeen((cases) => cases.map((one) => mapWithTypescript(mapping, one))), fault.find);
  });
}

for (const fault of pythonFaults) {
  test(`sessions show it when, in Python, ${fault.about}`, { skip }, async (t) => {
    t.ok(await isSeen((cases) => mapWithFaultyPython(cases, fault)), fault.find);
  });
}

test("sessions show no difference where there is no fault", { skip }, async (t) => {
  const words = '"""From the frames';
  const unchanged = { about: "nothing is", file: "python/sessions.py", find: words, replace: words };

  t.notOk(await isSeen((cases) => mapWithFaultyPython(cases, unchanged)));
});
