import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { reportIn, stubBridge, TEE } from "./fuzz-subjects.js";
import { runCli } from "./run.js";

test("acp-tee at depth smoke: exit 0, every kind of message was said, and the report says so", async (t) => {
  const cwd = t.testdir();
  const run = await runCli(["fuzz", "--depth", "smoke", "--report", "json=report.json", "--", ...TEE], cwd);
  const report = reportIn(cwd);

  t.equal(run.code, 0, run.stderr);
  t.same(report.promise, { declared: "bytes", held: "bytes" });
  t.equal(report.summary.pass, 9);
  t.equal(report.summary.total, 9);
  t.match(report.coverage, {
    depth: "smoke",
    topics: { seen: 74, all: 74 },
    scenarioHash: /^[0-9a-f]{64}$/,
    saved: { played: 0, failed: 0 },
  });
  t.match(
    run.stderr,
    / fuzzed {4}\d+ sessions · \d+ frames · [\d.]+ MB\n schema {4}74 of 74 kinds of message · 166 of 166 definitions · /,
  );
  t.notOk(existsSync(join(cwd, ".acp-assay")), "nothing is saved where nothing failed");
});

test("a finding is exit 1, and its replay says STILL FAILS on the mutant and FIXED on acp-tee", async (t) => {
  const cwd = t.testdir();
  const bridge = stubBridge("leaks-log-line");
  const args = ["fuzz", "--depth", "smoke", "--runs", "1", "--report", "json=report.json"];
  const run = await runCli([...args, "--", ...bridge], cwd);
  const finding = reportIn(cwd).checks.find(({ id }) => id === "bridge.promise.bytes");
  const id = finding?.failureId ?? "";

  const again = await runCli(["replay", id], cwd);
  const fixed = await runCli(["replay", id, "--", ...TEE], cwd);

  t.equal(run.code, 1, run.stderr);
  t.match(finding, { status: "FAIL", message: "agent to client, byte 0; session 0" });
  t.same(finding?.frames, [], "of two hundred and fifty lines none is needed to show it");
  t.match(run.stderr, new RegExp(`again +acp-assay replay ${id}`));
  t.match(again, { code: 1, stdout: new RegExp(`^STILL FAILS {2}${id} {2}bridge\\.promise\\.bytes`) });
  t.match(fixed, { code: 0, stdout: new RegExp(`^FIXED {2}${id}`) });
});

test("a saved failure of this bridge is played first, and counts as long as it fails", async (t) => {
  const cwd = t.testdir();
  const bridge = stubBridge("always-exits-zero");
  // No session of depth smoke ends with another code, so that only the saved failure can show it.
  const fuzz = ["fuzz", "--depth", "smoke", "--runs", "1", "--report", "json=report.json"];
  await runCli(["check", "--role", "bridge", "bridge.promise.exit-code", "--", ...bridge], cwd);
  const saved = readdirSync(join(cwd, ".acp-assay/failures"));

  const failing = await runCli([...fuzz, "--", ...bridge], cwd);
  const found = reportIn(cwd);
  const without = await runCli([...fuzz, "--no-saved", "--", ...bridge], cwd);
  const other = await runCli([...fuzz, "--", ...TEE], cwd);

  t.equal(failing.code, 1, failing.stderr);
  t.match(
    found.checks.find(({ id }) => id === "bridge.promise.exit-code"),
    { status: "FAIL", message: /; saved by an earlier run$/, failureId: saved[0]?.replace(".json", "") },
  );
  t.match(found.coverage, { saved: { played: 1, failed: 1 } });
  t.match(failing.stderr, / saved {5}1 of 1 saved failures still fail\n/);
  t.same(readdirSync(join(cwd, ".acp-assay/failures")), saved, "it is saved as it was");
  t.equal(without.code, 0, without.stderr);
  t.equal(other.code, 0, other.stderr);
  t.match(reportIn(cwd).coverage, { saved: { played: 0 } }, "another bridge has another past");
});
