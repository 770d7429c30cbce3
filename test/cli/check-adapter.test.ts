import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { test } from "tap";
import type { Report } from "../../src/engine/report/report.js";
import { runCli } from "./run.js";

const root = new URL("../../../", import.meta.url);
const place = (path: string): string => fileURLToPath(new URL(path, root));
const adapter = (name: string): string[] => [
  process.execPath,
  place("dist/stubs/bridge/adapter/main.js"),
  name,
  "{agent}",
];
const CHECK = ["check", "--role", "bridge", "--promise"];
const isReport = new Ajv2020({ validateFormats: false }).compile(
  JSON.parse(readFileSync(place("conformance/report.schema.json"), "utf8")),
);

test("an adapter is judged by its two rules, and not by what compares both sides", async (t) => {
  const losses = "message-replacement message-clear message-patch tool-call-name-clear unknown-content";
  const profile = { adapts: { client: 1, agent: 2, loses: losses.split(" ") } };
  const cwd = t.testdir({ "adapter.json": JSON.stringify(profile) });
  const args = [...CHECK, "adapter.json", "--report", "json=report.json", "--"];
  const run = await runCli([...args, ...adapter("drops-unknown-updates")], cwd);
  const report: Report = JSON.parse(readFileSync(join(cwd, "report.json"), "utf8"));
  const judged = report.checks.filter(({ status }) => status !== "N/A");

  t.equal(run.code, 1, run.stderr);
  t.ok(isReport(report), JSON.stringify(isReport.errors));
  t.match(
    judged.map(({ id, status, failureId = "" }) => [id, status, failureId]),
    [
      ["acp.v1.bridge.cross-version-no-silent-loss", "FAIL", /^f-/],
      ["acp.v1.bridge.cross-version-terminal", "PASS", ""],
    ],
  );
  t.match(judged[0]?.frames, [{ dir: "a2c", line: /_acp-assay_update/ }]);
});

test("what is no adapter is not tested, with one line", async (t) => {
  const terminal = "acp.v1.bridge.cross-version-terminal";
  const args = ["check", terminal, ...CHECK.slice(1), "adapter", "--"];
  const cwd = t.testdir();
  const [tee, none] = await Promise.all([
    runCli([...args, process.execPath, place("dist/stubs/bridge/transparent.js"), "{agent}"], cwd),
    runCli([...args, process.execPath, place("dist/stubs/bridge/dies-at-start.js"), "{agent}"], cwd),
  ]);

  t.match(tee, {
    code: 4,
    stderr:
      "acp-assay: Cannot test the adapter: it asks its agent for version 1, and version 2 is declared\n",
  });
  t.match(none, { code: 4, stderr: /^acp-assay: Cannot test the adapter: it ended \(.*file not found\n$/ });
});
