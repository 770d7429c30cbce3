import { writeFileSync } from "node:fs";
import type { RunnerCheck } from "./checks.js";

/** Prints the checks for people, writes the report that all fixture runners write, and gives the exit code. */
export function writeReport(tool: string, found: readonly RunnerCheck[], path: string | undefined): number {
  const startedAt = new Date().toISOString();
  const people = path === "-" ? process.stderr : process.stdout;
  const checks = found.map(({ name, detail }) =>
    detail === undefined ? { name, status: "pass" } : { name, status: "fail", detail },
  );
  for (const { name, detail } of found) {
    people.write(detail === undefined ? `PASS  ${name}\n` : `FAIL  ${name} — ${detail}\n`);
  }
  const fail = checks.filter(({ status }) => status === "fail").length;
  people.write(`${fail > 0 ? "FAILED" : "OK"}: ${fail} failure(s)\n`);
  const report = {
    format: "aep-conformance-report",
    formatVersion: 1,
    aep: "0.1",
    tool,
    target: null,
    startedAt,
    finishedAt: new Date().toISOString(),
    checks,
    summary: { pass: checks.length - fail, fail, skip: 0, total: checks.length },
    ok: fail === 0,
  };
  const text = `${JSON.stringify(report, null, 2)}\n`;
  if (path === "-") process.stdout.write(text);
  else if (path !== undefined) writeFileSync(path, text);
  return fail > 0 ? 1 : 0;
}
