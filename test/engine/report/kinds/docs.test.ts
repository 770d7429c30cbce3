import { readFileSync } from "node:fs";
import { join } from "node:path";
import colors from "picocolors";
import { test } from "tap";
import { isReportKind, renderReport } from "../../../../src/engine/report/kinds/kind.js";
import { textReport } from "../../../../src/engine/report/text.js";
import { root } from "../../../root.js";
import { shownRun } from "./shown-run.js";

const page = readFileSync(join(root, "docs/reports.md"), "utf8");

/** What the page shows of each kind, by the name in front of it. */
const shown: readonly (readonly [string, string])[] = [
  ...page.matchAll(/^\*\*(\w+)\*\*[^\n]*\n\n```\w*\n(.*?)^```$/gms),
].map(([, kind = "", text = ""]) => [kind, text]);

/** A block may leave lines out; each run of lines that it shows has to be there, in order. */
function holds(text: string, block: string): boolean {
  let from = 0;
  return block.split(/^ *…\n/m).every((part) => {
    const at = text.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}

test("docs/reports.md shows what each kind is", async (t) => {
  t.same(
    shown.map(([kind]) => kind),
    ["text", "json", "junit", "tap", "sarif", "md", "ndjson"],
  );
  for (const [kind, block] of shown) {
    const text = isReportKind(kind)
      ? await renderReport(kind, shownRun)
      : textReport(shownRun, colors.createColors(false), 1);
    t.ok(holds(text, block), kind, { page: block, report: text });
  }
});
