import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { test } from "tap";
import { bridgeCheckIds } from "../../src/cli/check-bridge.js";
import type { Report } from "../../src/engine/report/report.js";
import { runCli } from "./run.js";

const NODE = process.execPath;
const root = new URL("../../../", import.meta.url);
const place = (path: string): string => fileURLToPath(new URL(path, root));
const TEE = place("dist/acp-tee.cjs");
const RAW_AGENT = [NODE, place("dist/stubs/agent/raw/main.js")];
const stubBridge = (name: string): string[] => [NODE, place(`dist/stubs/bridge/${name}.js`), "{agent}"];
const isReport = new Ajv2020({ validateFormats: false }).compile(
  JSON.parse(readFileSync(place("conformance/report.schema.json"), "utf8")),
);

test("acp-tee keeps the promise bytes: exit 0, and the report says so", async (t) => {
  const run = await runCli(
    ["check", "--role", "bridge", "--report", "json=-", "--", TEE, "{agent}"],
    t.testdir(),
  );
  const report: Report = JSON.parse(run.stdout);

  t.equal(run.code, 0, run.stderr);
  t.same(report.promise, { declared: "bytes", held: "bytes" });
  t.same(
    report.checks.filter(({ status }) => status !== "PASS").map(({ id, status }) => [id, status]),
    [
      ["acp.v1.bridge.cross-version-no-silent-loss", "N/A"],
      ["acp.v1.bridge.cross-version-terminal", "N/A"],
      ["bridge.promise.latency", "INFO"],
      ["bridge.promise.meaning", "N/A"],
    ],
    "latency is recorded; some rows are for adapters, and for bridges that rename",
  );
  t.same(
    report.checks.map(({ id }) => id),
    bridgeCheckIds(),
    "every check of a bridge, sorted by id",
  );
  t.ok(isReport(report), JSON.stringify(isReport.errors));
});

test("a failure is saved once, and replay says STILL FAILS on the mutant and FIXED on acp-tee", async (t) => {
  const cwd = t.testdir();
  const bridge = stubBridge("rounds-big-integers");
  await runCli(["check", "--role", "bridge", "wire.number.large-id", "--", ...bridge], cwd);
  const [file = ""] = readdirSync(join(cwd, ".acp-assay/failures"));
  const id = file.replace(".json", "");

  const again = await runCli(["replay", id], cwd);
  const fixed = await runCli(["replay", id, "--", TEE, "{agent}"], cwd);
  const folder = await runCli(["replay", join(cwd, ".acp-assay/failures"), "--", TEE, "{agent}"], cwd);
  const gone = await runCli(["replay", id, "--", "no-such-bridge"], cwd);

  t.match(id, /^f-[A-Za-z0-9]{6}$/);
  t.match(again, { code: 1, stdout: new RegExp(`^STILL FAILS {2}${id} {2}wire\\.number\\.large-id`) });
  t.match(fixed, { code: 0, stdout: new RegExp(`^FIXED {2}${id}`) });
  t.match(folder, { code: 0, stdout: /^FIXED/ });
  t.match(gone, { code: 4, stdout: /^ERROR .*command not found/ });
});

test("an adapter's failure replays too", async (t) => {
  const cwd = t.testdir();
  const adapter = (name: string): string[] => [
    NODE,
    place("dist/stubs/bridge/adapter/main.js"),
    name,
    "{agent}",
  ];
  const only = [
    "check",
    "acp.v1.bridge.cross-version-terminal",
    "--role",
    "bridge",
    "--promise",
    "adapter",
    "--",
  ];
  const check = await runCli([...only, ...adapter("maps-terminal-by-shape")], cwd);
  const [file = ""] = readdirSync(join(cwd, ".acp-assay/failures"));
  const id = file.replace(".json", "");

  const again = await runCli(["replay", id], cwd);
  const fixed = await runCli(["replay", id, "--", ...adapter("honest")], cwd);

  t.equal(check.code, 1, check.stderr);
  t.match(again, { code: 1, stdout: /^STILL FAILS/ });
  t.match(fixed, { code: 0, stdout: /^FIXED/ });
});

test("an agent's failure behind a login replays with that login", async (t) => {
  const cwd = t.testdir();
  const only = ["check", "auth.authenticate-result", "--auth-method", "token", "--", ...RAW_AGENT];
  const check = await runCli([...only, "login-text"], cwd);
  const [file = ""] = readdirSync(join(cwd, ".acp-assay/failures"));
  const id = file.replace(".json", "");

  const again = await runCli(["replay", id], cwd);
  const fixed = await runCli(["replay", id, "--", ...RAW_AGENT, "obedient"], cwd);

  t.equal(check.code, 1, check.stderr);
  t.match(again, { code: 1, stdout: /^STILL FAILS/ });
  t.match(fixed, { code: 0, stdout: /^FIXED/ });
});

test("an agent's failure replays too", async (t) => {
  const cwd = t.testdir();
  const agent = (behaviour: string): string[] => [...RAW_AGENT, behaviour];
  const check = await runCli(["check", "init.same-version", "--", ...agent("version-two")], cwd);
  const [file = ""] = readdirSync(join(cwd, ".acp-assay/failures"));
  const id = file.replace(".json", "");

  const again = await runCli(["replay", id], cwd);
  const fixed = await runCli(["replay", id, "--", ...agent("obedient")], cwd);

  t.equal(check.code, 1, check.stderr);
  t.match(again, { code: 1, stdout: /^STILL FAILS/ });
  t.match(fixed, { code: 0, stdout: /^FIXED/ });
});
