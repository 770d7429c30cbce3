import { test } from "tap";
import { catalogue, OBEDIENT, statefulCatalogue } from "../../../stubs/client/catalogue.js";
import { clientCampaign, rawClient } from "./campaign.js";

const CONTROLS = [OBEDIENT, ...catalogue, ...statefulCatalogue].filter(({ kind }) => kind === "control");

for (const { name, defect } of CONTROLS) {
  test(`${name} is not accused of anything: ${defect}`, async (t) => {
    const { findings, statistics } = await clientCampaign(rawClient(name), { runs: 120 });

    t.same(
      findings.map(({ checkId, actual, played }) => [checkId, actual, played]),
      [],
    );
    t.equal(statistics.conversations, 120);
  });
}
