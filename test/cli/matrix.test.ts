import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import type { Report } from "../../src/engine/report/report.js";
import { reportOf, result } from "../engine/report/results.js";
import { runCli } from "./run.js";

function write(cwd: string, name: string, report: Report): void {
  writeFileSync(join(cwd, name), JSON.stringify(report));
}

const one = reportOf([result("acp.v1.fs.a")]);

test("matrix writes one page of several runs, shares of one run as one", async (t) => {
  const cwd = t.testdir();
  write(cwd, "a.json", one);
  write(cwd, "b.json", reportOf([result("acp.v1.fs.b", { status: "FAIL" })]));
  write(cwd, "c.json", reportOf([result("acp.v1.fs.a")], { seed: 7 }));
  const run = await runCli(["matrix", "a.json", "b.json", "c.json", "-o", "page.html"], cwd);
  const page = readFileSync(join(cwd, "page.html"), "utf8");
  const piped = await runCli(["matrix", "a.json", "b.json", "c.json", "-o", "-"], cwd);

  t.equal(run.code, 0, run.stderr);
  t.equal(run.stderr, "page.html: 2 subjects from 3 reports\n");
  t.match(page, /^<!doctype html>.*<title>acp-assay: 2 subjects<\/title>/s);
  t.equal(piped.stdout, page);
});

test("what matrix cannot use is one line and exit 2", async (t) => {
  const cwd = t.testdir({ "other.json": "{}", "text.json": "no" });
  write(cwd, "a.json", one);
  write(cwd, "v2.json", { ...one, schema: { id: "v2", sha256: "fedcba9876543210" } });
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [["a.json"], /required option.*--output/],
    [["-o", "page.html"], /missing required argument 'run'/],
    [["none.json", "-o", "page.html"], /Cannot read "none\.json": ENOENT/],
    [["text.json", "-o", "page.html"], /Cannot read "text\.json": it is not JSON/],
    [["a.json", "other.json", "-o", "page.html"], /"other\.json": it is no JSON report of acp-assay/],
    [
      ["a.json", "v2.json", "-o", "page.html"],
      /two schemas: "a\.json" is under v1 \(sha256 01234567…\), "v2\.json" is under v2 \(sha256 fedcba98…\)/,
    ],
    [["a.json", "-o", "/proc/none/page.html"], /Cannot write "\/proc\/none\/page\.html"/],
  ];

  for (const [args, says] of cases) {
    const run = await runCli(["matrix", ...args], cwd);
    t.match(run, { code: 2, stdout: "", stderr: says }, args.join(" "));
    t.equal(run.stderr.trimEnd().split("\n").length, 1);
  }
});
