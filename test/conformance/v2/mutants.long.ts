import t from "tap";
import { twosBreakTheirs } from "./break-theirs.js";

/** Every how many-th mutant plays here. */
const EVERY = 5;

t.setTimeout(120_000);

t.test("more mutants of version 2 break exactly the requirements pinned for them", async (t) => {
  await twosBreakTheirs(t, (place) => place % EVERY === 1);
});
