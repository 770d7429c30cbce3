import { fileURLToPath } from "node:url";
import { test } from "tap";
import { catalogue, OBEDIENT, statefulCatalogue } from "../../../stubs/agent/raw/catalogue.js";
import { campaign, rawAgent } from "./campaign.js";
import { shareOf } from "./share.js";

const compiled = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

const CONTROLS = [OBEDIENT, ...catalogue, ...statefulCatalogue].filter(({ kind }) => kind === "control");
/** It speaks another version of the protocol, so that it cannot be tested. */
const UNTESTABLE = "speaks-version-two";

for (const [place, { name, defect }] of CONTROLS.filter((one) => one.name !== UNTESTABLE).entries()) {
  test(`${name} is not accused of anything: ${defect}`, async (t) => {
    const { findings, statistics } = await campaign(rawAgent(name), {
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

test("the agent on the SDK is not accused of anything", async (t) => {
  const argv = [process.execPath, compiled("dist/stubs/agent/obedient.js")];
  const { findings } = await campaign(argv, { runs: 120 });

  t.same(
    findings.map(({ checkId, actual, played }) => [checkId, actual, played]),
    [],
  );
});
