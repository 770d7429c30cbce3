import { test } from "tap";
import { catalogue, OBEDIENT, statefulCatalogue } from "../../../stubs/client/catalogue.js";
import { shareOf } from "../agent/share.js";
import { clientCampaign, rawClient } from "./campaign.js";

const CONTROLS = [OBEDIENT, ...catalogue, ...statefulCatalogue].filter(({ kind }) => kind === "control");

for (const [place, { name, defect }] of CONTROLS.entries()) {
  test(`${name} is not accused of anything: ${defect}`, async (t) => {
    const { findings, statistics } = await clientCampaign(rawClient(name), {
      runs: 150,
      shard: shareOf(place),
    });

    t.same(
      findings.map(({ checkId, actual, played }) => [checkId, actual, played]),
      [],
    );
    t.equal(statistics.conversations, 30);
  });
}
