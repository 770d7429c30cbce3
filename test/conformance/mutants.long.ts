import t from "tap";
import { breakTheirs } from "./break-theirs.js";

t.setTimeout(600_000);

t.test("the other mutants of the raw agent breaks exactly the requirements pinned for it", async (t) => {
  await breakTheirs(t, "the others");
});
