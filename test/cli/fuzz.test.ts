import { once } from "node:events";
import { readdirSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "tap";
import { spawnPlain } from "../plain-node.js";
import { place, reportIn, stubBridge, TEE } from "./fuzz-subjects.js";
import { runCli } from "./run.js";

const NODE = process.execPath;

const WRONG: readonly (readonly [name: string, args: readonly string[], says: RegExp])[] = [
  ["an unknown toxic", ["--toxics", "nonsense"], /there is no toxic "nonsense": they are latency, /],
  ["shard 0 of 3", ["--shard", "0/3"], /write I\/N with I from 1 to N/],
  ["shard 4 of 3", ["--shard", "4/3"], /write I\/N with I from 1 to N/],
  ["a time without its unit", ["--for", "5"], /write a time above 0, as in 500ms, 60s, 5m or 1h/],
  ["no runs", ["--runs", "0"], /whole number above 0/],
  ["a role that there is not", ["--role", "editor"], /Allowed choices are bridge, agent, client/],
  [
    "an agent by a schema of version 2",
    ["--role", "agent", "--schema", "v2"],
    /knows the schemas of version 1/,
  ],
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
