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
  const others = theirs.checks.slice(report.checks.length).map(({ name }) => name);
  t.equal(others.filter((name) => name.startsWith("acp pin schema-valid (")).length, 32);
  t.equal(
    others.filter((name) => !name.startsWith("acp pin schema-valid (")).length,
    8,
    "invariants by name",
  );
});

test("run.py fails where the fixture says something else, and on wrong usage", { skip }, async (t) => {
  const folder = t.testdir({});
  for (const part of ["conformance/runners", "conformance/fixtures", "schema/aep"]) {
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  const runners = join(folder, "conformance/runners");
  const path = join(folder, "conformance/fixtures/mappings/acp.json");
  writeFileSync(path, readFileSync(path, "utf8").replace('"trigger": "user"', '"trigger": 7'));

  const { code, stdout } = python(runners);

  t.equal(code, 1);
  t.match(stdout, /^FAIL {2}acp mapping request_session_prompt matches pin — expected \[/);
  t.match(
    stdout,
    /\nFAIL {2}acp pin schema-valid \(request_session_prompt -> run\.started\) — data\.trigger is no string\n/,
  );
  t.match(stdout, /\nFAILED: 2 failure\(s\)\n$/);
  t.equal(python(runners, "--wrong").code, 2);
  t.equal((await runPlain("dist/conformance/runners/run.js", ["--wrong"])).code, 2);
});
