import { test } from "tap";
import { Parser } from "tap-parser";
import { tapReport } from "../../../../src/engine/report/kinds/tap.js";
import { reportOf, result } from "../results.js";
import { blockedRun, HOSTILE, hostileRun } from "./runs.js";

test("a TAP report is TAP 14, with TODO for what is expected and SKIP for what was not judged", async (t) => {
  const checks = [
    result("x.a"),
    result("x.b", { status: "FAIL", expected: "e", actual: "a" }),
    result("x.c", { status: "EXPECTED-FAIL", baseline: { reason: "being mended" } }),
    result("x.d", { status: "N/A", message: "not offered" }),
  ];

  t.equal(
    tapReport(reportOf(checks)),
    `TAP version 14
# acp-assay 9.9.9, agent, seed 42
1..4
ok 1 - x.a
not ok 2 - x.b
  ---
  status: "FAIL"
  level: "must"
  requires: "the sentence of x.b"
  expected: "e"
  actual: "a"
  spec: "page, \\"Heading\\""
  ...
not ok 3 - x.c # TODO being mended
  ---
  status: "EXPECTED-FAIL"
  level: "must"
  requires: "the sentence of x.c"
  spec: "page, \\"Heading\\""
  ...
ok 4 - x.d # SKIP N/A: not offered
`,
  );
});

test("whatever a subject wrote, a TAP parser reads as many points as there are checks", async (t) => {
  const report = hostileRun();
  const points: { ok: boolean; name: string; todo: unknown; skip: unknown; diag: unknown }[] = [];
  const parser = new Parser({ strict: true });
  parser.on("assert", (point) => points.push(point));
  const finished = new Promise<Parser["results"]>((resolve) => parser.on("complete", resolve));
  parser.end(tapReport(report));
  const results = await finished;

  t.same(results?.failures.map(({ tapError }) => tapError).filter(Boolean), [], "no line out of place");
  t.equal(points.length, report.checks.length + 1);
  t.same([results?.todo, results?.skip, results?.fail], [1, 3, 3]);
  t.match(points[6]?.diag, {
    actual: /^\]\]> .*\\u000a {2}\.\.\.\\u000a/,
    wire: [/^c2a #1 \]\]>/, "a2c #2 base64 /w=="],
  });
  t.ok(HOSTILE.includes("# TODO"), "there was a directive to be taken for one");
});

test("a run that tested nothing bails out in TAP", async (t) => {
  const parser = new Parser();
  const bail = new Promise<string>((resolve) => parser.on("bailout", resolve));
  parser.end(tapReport(blockedRun()));

  t.match(await bail, /^\]\]> --> /);
});
