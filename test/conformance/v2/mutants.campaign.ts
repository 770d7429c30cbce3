import t from "tap";
import { twosBreakTheirs } from "./break-theirs.js";

t.setTimeout(600_000);

t.test("every mutant of version 2 breaks exactly the requirements pinned for it", async (t) => {
  await twosBreakTheirs(t, () => true);
});
