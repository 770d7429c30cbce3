import { test } from "tap";
import { breakTheirPromises } from "./rewriting-mutants.js";

test("a bridge that renames keeps its promise, and one that mixes up answers does not", async (t) => {
  await breakTheirPromises(t, ["renames", "answers-the-oldest"], "--quick");
});
