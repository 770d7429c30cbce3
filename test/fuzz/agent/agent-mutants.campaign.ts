import { test } from "tap";
import { campaign, rawAgent } from "./campaign.js";
import { FOUND_AT, FOUND_AT_LEAN, type FoundAt, wasFound } from "./found-at.js";

const DEPTHS = [
  ["full", FOUND_AT],
  ["lean", FOUND_AT_LEAN],
] as const;

for (const [depth, table] of DEPTHS) {
  for (const [name, expected] of Object.entries<FoundAt>(table)) {
    test(`${name} is found at ${expected[0]} in at most ${expected[1]} commands`, async (t) => {
      const result = await campaign(rawAgent(name), { depth, runs: 200 });

      t.ok(
        wasFound(result, expected),
        JSON.stringify(result.findings.map(({ checkId, played }) => [checkId, played])),
      );
    });
  }
}
