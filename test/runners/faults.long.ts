import { test } from "tap";
import { mapWithTypescript, shortestDifference } from "../mapping/differential/compare.js";
import { hasPython } from "../mapping/differential/python.js";
import { faultyMapping, mapWithFaultyPython } from "./faults/mutant.js";
import { pythonFaults } from "./faults/python-faults.js";
import { soundSample } from "./faults/sample.js";
import { typescriptFaults } from "./faults/typescript-faults.js";

const sample = soundSample(600, 20_260_101);
const skip = hasPython() ? false : "there is no python3 to compare with";

for (const fault of typescriptFaults) {
  test(`sessions show it when, in TypeScript, ${fault.about}`, async (t) => {
    const mapping = await faultyMapping(fault);
    const mapped = sample.cases.map((one) => mapWithTypescript(mapping, one));

    t.ok(shortestDifference(sample.cases, mapped, sample.mapped), fault.find);
  });
}

for (const fault of pythonFaults) {
  test(`sessions show it when, in Python, ${fault.about}`, { skip }, async (t) => {
    const mapped = await mapWithFaultyPython(sample.cases, fault);

    t.ok(shortestDifference(sample.cases, sample.mapped, mapped), fault.find);
  });
}
