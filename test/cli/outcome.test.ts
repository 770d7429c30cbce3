import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type Test, test } from "tap";
import { reportRun } from "../../src/cli/report-run.js";
import type { BaselineEntry } from "../../src/engine/baseline/baseline.js";
import type { Report } from "../../src/engine/report/report.js";
import { spawnPlain } from "../plain-node.js";
import { root } from "../root.js";
import { runCli } from "./run.js";

const RAW_AGENT = [process.execPath, join(root, "dist/stubs/agent/raw/main.js")];
const BROKEN = [...RAW_AGENT, "version-two"];
const isReport = new Ajv2020({ validateFormats: false }).compile(
  JSON.parse(readFileSync(join(root, "conformance/report.schema.json"), "utf8")),
);
const ALL_KINDS = ["json", "junit", "tap", "sarif", "md", "ndjson"];
const everyKind = ALL_KINDS.flatMap((kind) => ["--report", `${kind}=report.${kind}`]);

function reportIn(t: Test, cwd: string): Report {
  const report: Report = JSON.parse(readFileSync(join(cwd, "report.json"), "utf8"));
  t.ok(isReport(report), JSON.stringify(isReport.errors));
  return report;
}

function entriesIn(cwd: string): BaselineEntry[] {
  return JSON.parse(readFileSync(join(cwd, "known.json"), "utf8")).entries;
}

test("one run writes every kind of report, and one of them to stdout", async (t) => {
  const cwd = t.testdir();
  const args = ["check", "init.same-version", ...everyKind.slice(2), "--report", "json=-"];
  const run = await runCli([...args, "--", ...BROKEN], cwd);
  const text = (kind: string): string => readFileSync(join(cwd, `report.${kind}`), "utf8");

  t.equal(run.code, 1);
  t.ok(isReport(JSON.parse(run.stdout)));
  t.match(text("junit"), /<testcase classname="acp\.v1\.init" name="acp\.v1\.init\.same-version"/);
  t.match(text("tap"), /^TAP version 14\n.*\n1\.\.1\nnot ok 1 - acp\.v1\.init\.same-version\n/);
  t.match(text("sarif"), /"ruleId": "acp\.v1\.init\.same-version"/);
  t.match(text("md"), /^## ❌ acp-assay: NOT CONFORMANT \(1 failed\)\n/);
  t.equal(text("ndjson").split("\n").length, 4);
});

test("a subject that cannot be tested leaves every report, and each says so", async (t) => {
  const cwd = t.testdir();
  const run = await runCli(["check", ...everyKind, "--", "no-such-agent"], cwd);

  t.equal(run.code, 4);
  t.match(reportIn(t, cwd).verdict.blockedBy, /"no-such-agent": command not found/);
  for (const kind of ALL_KINDS) {
    t.match(readFileSync(join(cwd, `report.${kind}`), "utf8"), /no-such-agent.*command not found/, kind);
  }
});

test("Ctrl-C leaves the reports of what was seen, and exit 130", async (t) => {
  const cwd = t.testdir();
  const check = [process.execPath, join(root, "dist/src/cli/main.js"), "check", "init", ...everyKind];
  const hangs = "process.stdin.once('data', () => process.kill(process.ppid, 'SIGINT'))";
  const child = spawnPlain([...check, "--", process.execPath, "-e", hangs], cwd);
  const [code] = await once(child, "close");

  t.equal(code, 130);
  t.equal(reportIn(t, cwd).verdict.blockedBy, "interrupted");
  t.match(readFileSync(join(cwd, "report.junit"), "utf8"), /<error type="blocked" message="interrupted"\/>/);
});

test("on GitHub a run writes annotations to stderr and its summary for the job, and stdout stays the report's", async (t) => {
  const cwd = t.testdir();
  const environment = ["env", "GITHUB_ACTIONS=true", `GITHUB_STEP_SUMMARY=${join(cwd, "summary.md")}`];
  const check = [process.execPath, join(root, "dist/src/cli/main.js"), "check", "init.same-version"];
  const child = spawnPlain([...environment, ...check, "--report", "json=-", "--", ...BROKEN], cwd);
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output.stderr += chunk.toString()));
  await once(child, "close");

  t.match(output.stderr, /^::error title=acp-assay acp\.v1\.init\.same-version::.+$/m);
  t.ok(isReport(JSON.parse(output.stdout)));
  t.match(readFileSync(join(cwd, "summary.md"), "utf8"), /^## ❌ acp-assay: NOT CONFORMANT/);
});

test("a baseline is written, holds, goes stale and is brought up to date", async (t) => {
  const cwd = t.testdir();
  const check = async (agent: readonly string[], ...more: string[]) =>
    await runCli(
      [
        "check",
        "init.same-version",
        "--baseline",
        "known.json",
        "--report",
        "json=report.json",
        ...more,
        "--",
        ...agent,
      ],
      cwd,
    );

  const missing = await check(BROKEN);
  t.equal(missing.code, 2);
  t.match(missing.stderr, /known\.json.*no such file; --baseline-update writes it\n$/);

  const written = await check(BROKEN, "--baseline-update");
  t.equal(written.code, 0, written.stderr);
  t.same(entriesIn(cwd), [{ id: "acp.v1.init.same-version", reason: "not explained yet" }]);

  const known = await check(BROKEN);
  t.equal(known.code, 0, known.stderr);
  t.match(known.stderr, /NOT CONFORMANT \(1 expected\)/);
  t.match(reportIn(t, cwd).checks, [{ status: "EXPECTED-FAIL", baseline: { reason: "not explained yet" } }]);

  const stale = await check(RAW_AGENT);
  t.equal(stale.code, 1);
  t.match(
    stale.stderr,
    /\n baseline {2}acp\.v1\.init\.same-version passes: take its entry out of the baseline\n/,
  );

  const updated = await check(RAW_AGENT, "--baseline-update");
  t.equal(updated.code, 0, updated.stderr);
  t.same(entriesIn(cwd), []);
});

test("a slip in a baseline is one line and exit 2, before anything runs", async (t) => {
  const cwd = t.testdir();
  const entries = [{ id: "acp.v1.init.same-versoin", reason: "known" }];
  const baseline = { format: "acp-assay-baseline", formatVersion: 1, entries };
  writeFileSync(join(cwd, "known.json"), JSON.stringify(baseline));
  const run = await runCli(["check", "--baseline", "known.json", "--", "no-such-agent"], cwd);
  const alone = await runCli(["check", "--baseline-update", "--", "no-such-agent"], cwd);

  t.equal(run.code, 2);
  t.match(run.stderr, /^acp-assay: .*entry 1: .*did you mean "acp\.v1\.init\.same-version"\?\n$/);
  t.equal(alone.code, 2);
  t.match(alone.stderr, /^acp-assay: --baseline-update needs --baseline FILE\n$/);
});

test("two reports cannot have one place", async (t) => {
  const targets = ["--report", "json=-", "--report", "tap=-"];
  const run = await runCli(["check", ...targets, "--", "no-such-agent"], t.testdir());

  t.equal(run.code, 2);
  t.match(run.stderr, /stdout already gets the json report/);
});

test("a harness that breaks leaves its reports, which do not blame the subject", async (t) => {
  const cwd = t.testdir();
  const report = [{ kind: "json", path: join(cwd, "report.json") }] as const;
  const about = {
    subject: ["node"],
    role: "agent",
    schema: "v1",
    seed: 1,
    baselineUpdate: false,
    report,
  } as const;
  const { signal } = new AbortController();

  await t.rejects(
    reportRun(async () => await Promise.reject(new Error("boom")), { ...about, signal }),
    { message: "boom" },
  );
  const { verdict, checks } = reportIn(t, cwd);
  t.same([verdict.blockedBy, checks.length], ["The harness broke: Error: boom", 0]);
});
