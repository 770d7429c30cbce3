import { test } from "tap";
import { type FoundAt, wasFound } from "../agent/found-at.js";
import { clientCampaign, rawClient } from "./campaign.js";
import { CLIENTS_FOUND_AT, CLIENTS_FOUND_AT_LEAN } from "./found-at.js";

const DEPTHS = [
  ["full", CLIENTS_FOUND_AT],
  ["lean", CLIENTS_FOUND_AT_LEAN],
] as const;

for (const [depth, table] of DEPTHS) {
  for (const [name, expected] of Object.entries<FoundAt>(table)) {
    test(`${name} is found at ${expected[0]} in at most ${expected[1]} commands`, async (t) => {
      const result = await clientCampaign(rawClient(name), { depth, endsAtFirst: true });

      t.ok(
        wasFound(result, expected),
        JSON.stringify(result.findings.map(({ checkId, played }) => [checkId, played])),
      );
    });
  }
}
