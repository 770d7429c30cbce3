import { DOMParser, type Element } from "@xmldom/xmldom";
import { test } from "tap";
import { jsonLines } from "../../../../src/engine/report/html/json-text.js";
import { htmlMatrix, htmlReport } from "../../../../src/engine/report/html/page.js";
import { blockedRun, hostileRun } from "../kinds/runs.js";
import { reportOf, result } from "../results.js";

function parsed(page: string): Element {
  const root = new DOMParser({ onError: () => undefined }).parseFromString(page, "text/html").documentElement;
  if (root === null) throw new Error("no root");
  return root;
}

function byClass(root: Element, name: string): Element[] {
  return Array.from(root.getElementsByClassName(name));
}

const exchange = [
  {
    number: 3,
    dir: "c2a",
    t: 1000,
    line: '{"jsonrpc":"2.0","id":9007199254740993,"method":"session/prompt"}',
  },
  { number: 7, dir: "a2c", t: 2500, line: '{"jsonrpc":"2.0","id":"<b>","result":{"stopReason":1.0}}' },
] as const;

test("a page of one run has a row a check, its word, and each finding in full", async (t) => {
  const failed = result("acp.v1.prompt.b", { status: "FAIL", expected: "e", actual: "a", frames: exchange });
  const root = parsed(htmlReport(reportOf([result("acp.v1.prompt.a"), failed])));

  t.equal(root.getElementsByTagName("title")[0]?.textContent, "acp-assay: NOT CONFORMANT (1 failed)");
  t.same(
    byClass(root, "check").map((row) => byClass(row, "cell")[0]?.textContent),
    ["✓ PASS", "✗ FAIL"],
  );
  t.same(
    byClass(root, "frame").map((frame) => frame.textContent),
    [
      "#3 client to agent: session/prompt id 9007199254740993 1.0 ms",
      '#7 agent to client: result for id "<b>" shows here 2.5 ms',
    ],
  );
  t.equal(byClass(root, "between")[0]?.textContent, "3 more frames");
  t.match(byClass(root, "offending")[0]?.textContent, /"stopReason": 1\.0\n/, "shown as it was written");
});

test("a matrix has a column a subject, and says where they differ", async (t) => {
  const left = reportOf([result("acp.v1.fs.a"), result("acp.v1.fs.b")]);
  const right = reportOf([result("acp.v1.fs.a", { status: "WARN" }), result("acp.v1.fs.b")]);
  const root = parsed(htmlMatrix([left, right]));
  const [first, second] = byClass(root, "check");

  t.equal(byClass(root, "card").length, 2);
  t.same([first?.getAttribute("class"), second?.getAttribute("class")], ["check finding differs", "check "]);
  t.match(second?.textContent, /A B ✓ PASS/, "those with nothing more to say share a line");
});

test("whatever a subject wrote, a page has no element, link or control character of its making", async (t) => {
  const link = { reason: "x", issue: "https://example.org/?\"'><b>" };
  const run = hostileRun();
  const checks = run.checks.map((check) => (check.baseline ? { ...check, baseline: link } : check));
  const page = htmlMatrix([{ ...run, checks }, blockedRun()]);

  t.notMatch(page, /<script|<img|<b>"|javascript:|[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e]/);
  t.match(page, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
  t.notMatch(page, /(?:src|href)="(?!#|data:,|https:\/\/)/, "nothing is loaded");
  t.match(page, /Content-Security-Policy" content="default-src 'none'/);
});

test("jsonLines() changes nothing but space outside of strings", async (t) => {
  const text = '{"a":[1e400,-0, 9007199254740993,{}],"b":"x, {\\"y\\": [1]}","c":[],"a":null}';

  t.equal(
    jsonLines(text),
    `{
  "a": [
    1e400,
    -0,
    9007199254740993,
    {}
  ],
  "b": "x, {\\"y\\": [1]}",
  "c": [],
  "a": null
}`,
  );
  t.ok(jsonLines("[".repeat(4000) + "]".repeat(4000)).length < 200_000, "depth does not square the size");
});
