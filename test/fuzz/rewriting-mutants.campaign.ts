import { test } from "tap";
import { REWRITING_BRIDGES } from "../../stubs/bridge/rewriting/catalogue.js";
import { breakTheirPromises } from "./rewriting-mutants.js";

test("bridges that rename or refuse keep the promise of their profile, and each mutant breaks exactly what is pinned", {
  timeout: 1_800_000,
}, async (t) => {
  await breakTheirPromises(
    t,
    REWRITING_BRIDGES.map(({ name }) => name),
  );
});
