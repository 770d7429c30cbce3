import t from "tap";
import { isCampaign, oneIn } from "../how-much.js";
import { breakTheirs, MUTANT_ROWS } from "./break-theirs.js";

t.setTimeout(isCampaign ? 3_000_000 : 600_000);

t.test("mutants of the raw agent break exactly the requirements pinned for them", async (t) => {
  await breakTheirs(t, oneIn(8, MUTANT_ROWS, 1));
});
