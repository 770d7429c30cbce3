import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { hasPython } from "../mapping/differential/python.js";
import { PLAIN, runPlain } from "../plain-node.js";
import { root } from "../root.js";

const skip = hasPython() ? false : "there is no python3 to compare with";

interface Report {
  readonly tool: string;
  readonly checks: readonly { readonly name: string; readonly status: string; readonly detail?: string }[];
  readonly summary: { readonly fail: number; readonly total: number };
  readonly ok: boolean;
}

function python(folder: string, ...args: string[]): { code: number | null; stdout: string; stderr: string } {
  const [program = "", ...rest] = [...PLAIN, "python3", "-B", join(folder, "run.py"), ...args];
  const { status, stdout, stderr } = spawnSync(program, rest, { encoding: "utf8" });
  return { code: status, stdout, stderr };
}

const ours = await runPlain("dist/conformance/runners/run.js", ["--json", "-"]);
const report: Report = JSON.parse(ours.stdout);

test("run.ts finds what the fixture says, and writes the report", async (t) => {
  const { code, stdout, stderr } = ours;
  const { checks, summary, ...head } = report;

  t.equal(code, 0);
  t.match(head, {
    format: "aep-conformance-report",
    formatVersion: 1,
    aep: "0.1",
    tool: "run-js",
    target: null,
    startedAt: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
    ok: true,
  });
  t.match(stderr, /^PASS {2}acp mapping request_session_prompt matches pin\n/);
  t.match(stderr, /\nOK: 0 failure\(s\)\n$/);
  t.same(summary, { pass: checks.length, fail: 0, skip: 0, total: checks.length });
  t.ok(checks.length > 100);
  t.equal(stdout, `${JSON.stringify(report, null, 2)}\n`);
});

test("run.py finds the same with its own mapping", { skip }, async (t) => {
  const { code, stdout } = python(join(root, "conformance/runners"), "--json", "-");
  const theirs: Report = JSON.parse(stdout);

  t.equal(code, 0);
  t.equal(theirs.tool, "run-py");
  t.same(Object.keys(theirs), Object.keys(report));
  t.same(theirs.checks.slice(0, report.checks.length), report.checks);
  t.equal(theirs.checks.length - report.checks.length, 7, "and the invariants by name");
});

test("run.py fails where the fixture says something else, and on wrong usage", { skip }, async (t) => {
  const folder = t.testdir({});
  cpSync(join(root, "conformance/runners"), join(folder, "runners"), { recursive: true });
  cpSync(join(root, "conformance/fixtures"), join(folder, "fixtures"), { recursive: true });
  const path = join(folder, "fixtures/mappings/acp.json");
  writeFileSync(
    path,
    readFileSync(path, "utf8").replace('"stop_reason": "max_tokens"', '"stop_reason": "x"'),
  );

  const { code, stdout } = python(join(folder, "runners"));

  t.equal(code, 1);
  t.match(stdout, /\nFAIL {2}acp mapping response_prompt_max_tokens matches pin — expected \[/);
  t.match(stdout, /\nFAILED: 1 failure\(s\)\n$/);
  t.equal(python(join(folder, "runners"), "--wrong").code, 2);
  t.equal((await runPlain("dist/conformance/runners/run.js", ["--wrong"])).code, 2);
});
