import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "tap";
import { CELLS, type Cell, FAULTS, reasonAgainst, SINKS } from "./fail-open/cells.js";
import { holdsInEveryCell } from "./fail-open/matrix.js";

const PAGE = fileURLToPath(new URL("../../../docs/acp-tee.md", import.meta.url));

/** One of each kind; fail-open.long.ts has them all. */
const FEW: readonly (readonly [sink: Cell["sink"], fault: Cell["fault"]])[] = [
  ["--journal", "full disk"],
  ["--trace-redacted", "FIFO without a reader"],
  ["--trace", "not permitted"],
  ["--relay", "never accepts"],
  ["--receiver", "resets"],
  ["--events", "observer is missing"],
];

holdsInEveryCell(
  "front",
  CELLS.filter((cell) => FEW.some(([sink, fault]) => cell.sink === sink && cell.fault === fault)),
);

test("docs/acp-tee.md shows every cell, and why there is none", async (t) => {
  const rows = readFileSync(PAGE, "utf8").split("\n");
  t.ok(rows.includes(`| fault | ${SINKS.join(" | ")} |`), "has a column for each sink");
  for (const fault of FAULTS) {
    const cells = SINKS.map((sink) => reasonAgainst(sink, fault) ?? "✓");
    t.ok(rows.includes(`| ${fault} | ${cells.join(" | ")} |`), `| ${fault} | ${cells.join(" | ")} |`);
  }
});
