import t from "tap";
import { breakTheirs } from "./break-theirs.js";

t.setTimeout(600_000);

t.test("every other mutant of the raw agent breaks exactly the requirements pinned for it", async (t) => {
  await breakTheirs(t, 1);
});
