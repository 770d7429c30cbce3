import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import AjvDraft4 from "ajv-draft-04";
import type { Log } from "sarif";
import { test } from "tap";
import { sarifReport } from "../../../../src/engine/report/kinds/sarif.js";
import type { Report } from "../../../../src/engine/report/report.js";
import { reportOf, result } from "../results.js";
import { blockedRun, hostileRun } from "./runs.js";

const require = createRequire(import.meta.url);
const schema: object = JSON.parse(
  readFileSync(require.resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"), "utf8"),
);
const isSarif = new AjvDraft4.default({
  strict: false,
  validateFormats: false,
  unicodeRegExp: false,
}).compile(schema);

function sarifOf(report: Report): Log["runs"][number] {
  const log: Log = JSON.parse(sarifReport(report));
  if (!isSarif(log)) throw new Error(JSON.stringify(isSarif.errors));
  const [run] = log.runs;
  if (run === undefined) throw new Error("no run");
  return run;
}

test("a SARIF report has a rule a check with its page, and a result a finding", async (t) => {
  const citation = "docs/protocol/v1/prompt-turn.mdx#cancellation";
  const run = sarifOf(
    reportOf([
      result("x.a", { citation }),
      result("x.b", { status: "FAIL", expected: "e", actual: "a", failureId: "f-123456" }),
      result("x.c", { status: "WARN", level: "should" }),
      result("x.d", { status: "N/A" }),
    ]),
  );

  t.same(
    run.tool.driver.rules?.map(({ id }) => id),
    ["x.a", "x.b", "x.c", "x.d"],
  );
  t.match(run.tool.driver.rules?.[0]?.helpUri, /^https:.*\/prompt-turn\.mdx#cancellation$/);
  t.match(run.results, [
    {
      ruleId: "x.b",
      ruleIndex: 1,
      level: "error",
      message: { text: "the sentence of x.b\nExpected: e\nActual: a" },
      locations: [{ physicalLocation: { artifactLocation: { uri: "a.js" }, region: { startLine: 1 } } }],
      partialFingerprints: { "acpAssayCheck/v1": "x.b" },
    },
    { ruleId: "x.c", level: "warning" },
  ]);
  t.equal(run.results?.length, 2);
  t.equal(run.results?.[0]?.baselineState, undefined, "no baseline, no state");
});

test("a failure that the baseline expects is suppressed in SARIF, with its reason", async (t) => {
  const known = { status: "EXPECTED-FAIL", baseline: { reason: "being mended" } } as const;
  const run = sarifOf(
    reportOf([result("x.a", known), result("x.b", { status: "FAIL" })], {
      baseline: { entries: 1, outdated: [] },
    }),
  );

  t.match(run.results, [
    { baselineState: "unchanged", suppressions: [{ justification: "being mended", status: "accepted" }] },
    { baselineState: "new", suppressions: undefined },
  ]);
});

test("whatever a subject wrote, SARIF follows its schema and names files by a relative URI", async (t) => {
  const run = sarifOf(hostileRun());
  const uri = run.results?.[0]?.locations?.[0]?.physicalLocation?.artifactLocation?.uri;

  t.equal(run.results?.length, 4);
  t.equal(uri, "node");
  t.notMatch(run.results?.[0]?.message.text, /[\u0000-\u0009\u000b-\u001f\u202e]/);
  t.match(run.invocations, [{ executionSuccessful: true, toolExecutionNotifications: [{ level: "error" }] }]);
});

test("the schema of SARIF is really looked at", async (t) => {
  t.equal(isSarif({ version: "2.1.0", runs: [{ tool: { driver: {} }, results: [] }] }), false);
});

test("a run that tested nothing is an unsuccessful invocation in SARIF", async (t) => {
  t.match(sarifOf(blockedRun()).invocations, [
    { executionSuccessful: false, toolExecutionNotifications: [{ message: { text: /^\]\]>/ } }] },
  ]);
});
