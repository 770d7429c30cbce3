import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { test } from "tap";
import type { Report } from "../../src/engine/report/report.js";
import { spawnPlain } from "../plain-node.js";
import { runCli } from "./run.js";

const NODE = process.execPath;
const root = new URL("../../../", import.meta.url);
const place = (path: string): string => fileURLToPath(new URL(path, root));
const TEE = [place("dist/acp-tee.cjs"), "{agent}"];
const stubBridge = (name: string): string[] => [NODE, place(`dist/stubs/bridge/${name}.js`), "{agent}"];
const isReport = new Ajv2020({ validateFormats: false }).compile(
  JSON.parse(readFileSync(place("conformance/report.schema.json"), "utf8")),
);

function reportIn(cwd: string): Report {
  const report: Report = JSON.parse(readFileSync(join(cwd, "report.json"), "utf8"));
  if (!isReport(report)) throw new Error(JSON.stringify(isReport.errors));
  return report;
}

test("acp-tee at depth smoke: exit 0, every kind of message was said, and the report says so", async (t) => {
  const cwd = t.testdir();
  const run = await runCli(["fuzz", "--depth", "smoke", "--report", "json=report.json", "--", ...TEE], cwd);
  const report = reportIn(cwd);

  t.equal(run.code, 0, run.stderr);
  t.same(report.promise, { declared: "bytes", held: "bytes" });
  t.equal(report.summary.pass, 7);
  t.equal(report.summary.total, 7);
  t.match(report.coverage, {
    depth: "smoke",
    topics: { seen: 74, all: 74 },
    scenarioHash: /^[0-9a-f]{64}$/,
    saved: { played: 0, failed: 0 },
  });
  t.match(run.stderr, / fuzzed {4}\d+ sessions · \d+ frames · [\d.]+ MB · 74 of 74 kinds of message\n$/);
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

const WRONG: readonly (readonly [name: string, args: readonly string[], says: RegExp])[] = [
  ["an unknown toxic", ["--toxics", "nonsense"], /there is no toxic "nonsense": they are latency, /],
  ["shard 0 of 3", ["--shard", "0/3"], /write I\/N with I from 1 to N/],
  ["shard 4 of 3", ["--shard", "4/3"], /write I\/N with I from 1 to N/],
  ["a time without its unit", ["--for", "5"], /write a time above 0, as in 500ms, 60s, 5m or 1h/],
  ["no runs", ["--runs", "0"], /whole number above 0/],
  ["a role that cannot be fuzzed", ["--role", "agent"], /Allowed choices are bridge/],
  ["a depth that there is not", ["--depth", "deep"], /Allowed choices are smoke, lean, full/],
  [
    "a promise that is neither level nor file",
    ["--promise", "byte"],
    /neither a promise level .* nor a file/,
  ],
  [
    "a profile without a promise that there is not",
    ["--promise", "profile.json"],
    /"bridge\.x", which is no check/,
  ],
  ["a shard that has no session", ["--depth", "smoke", "--shard", "99/99"], /^acp-assay: Nothing to fuzz: /],
];

for (const [name, args, says] of WRONG) {
  test(`${name} gives one clear line and exit 2`, async (t) => {
    const cwd = t.testdir({ "profile.json": '{"promise":"json","without":{"bridge.x":"?"}}' });
    const run = await runCli(["fuzz", ...args, "--", ...TEE], cwd);

    t.equal(run.code, 2, run.stderr);
    t.match(run.stderr, says);
    t.equal(run.stderr.trimEnd().split("\n").length, 1);
    t.equal(run.stdout, "");
  });
}

test("no subject gives one clear line and exit 2", async (t) => {
  const run = await runCli(["fuzz"], t.testdir());

  t.equal(run.code, 2);
  t.match(run.stderr, /^acp-assay: No subject: put its command after "--", as in "acp-assay fuzz -- .*\n$/);
});

test("a bridge that dies at its start is exit 4, and the report says why", async (t) => {
  const cwd = t.testdir();
  const run = await runCli(
    ["fuzz", "--report", "json=report.json", "--", ...stubBridge("dies-at-start")],
    cwd,
  );

  t.equal(run.code, 4);
  t.match(run.stderr, /^acp-assay: Cannot test the bridge: it ended \(code 1\) .*file not found\n$/);
  t.match(reportIn(cwd), { verdict: { blockedBy: /ended \(code 1\)/ }, ok: false, checks: [] });
});

test("an interrupted campaign is exit 130 with a partial report, and leaves no process behind", async (t) => {
  const cwd = t.testdir();
  const args = ["fuzz", "--for", "10m", "--workers", "2", "--report", "json=report.json"];
  const child = spawnPlain([NODE, place("dist/src/cli/main.js"), ...args, "--", ...TEE], cwd);
  child.stdout.resume();
  child.stderr.resume();
  const closed = once(child, "close");

  // It, and at least one agent.
  while (processesIn(cwd).length < 2) await sleep(20);
  child.kill("SIGINT");
  const [code] = await closed;
  for (let waitedMs = 0; waitedMs < 10_000 && processesIn(cwd).length > 0; waitedMs += 20) await sleep(20);

  t.equal(code, 130);
  t.match(reportIn(cwd), {
    verdict: { blockedBy: "interrupted", conformant: false },
    ok: false,
    summary: { fail: 0 },
  });
  t.same(processesIn(cwd), []);
});

/** Processes whose working directory this is; a zombie has none. */
function processesIn(cwd: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === cwd;
    } catch {
      // It ended meanwhile, or is somebody else's.
      return false;
    }
  });
}
