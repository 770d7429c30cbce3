import { DOMParser, type Element } from "@xmldom/xmldom";
import { type Test, test } from "tap";
import { junitReport } from "../../../../src/engine/report/kinds/junit.js";
import { reportOf, result } from "../results.js";
import { blockedRun, hostileRun } from "./runs.js";

/** Read by a parser that is not the builder's, and that takes nothing but well-formed XML. */
function parsed(t: Test, text: string): Element {
  const onError = (level: string, message: string): void => {
    t.fail(`${level}: ${message}`);
  };
  const root = new DOMParser({ onError }).parseFromString(text, "text/xml").documentElement;
  if (root === null) throw new Error("no root");
  return root;
}

function all(root: Element, name: string): Element[] {
  return Array.from(root.getElementsByTagName(name));
}

test("a JUnit report is the XML that CI servers read: a suite a chapter, a case a check", async (t) => {
  const root = parsed(
    t,
    junitReport(
      reportOf([
        result("acp.v1.prompt.a", { durationMs: 1200 }),
        result("acp.v1.prompt.b", { status: "FAIL", expected: "e", actual: "a" }),
        result("acp.v1.fs.a", { status: "N/A", message: "not offered" }),
      ]),
    ),
  );
  const cases = all(root, "testcase").map((one) => [one.getAttribute("classname"), one.getAttribute("name")]);

  t.equal(root.tagName, "testsuites");
  t.same(
    ["tests", "failures", "errors", "skipped", "time"].map((name) => root.getAttribute(name)),
    ["3", "1", "0", "1", "1.500"],
  );
  t.same(
    all(root, "testsuite").map((suite) =>
      ["name", "tests", "failures"].map((name) => suite.getAttribute(name)),
    ),
    [
      ["fs", "1", "0"],
      ["prompt", "2", "1"],
    ],
  );
  t.same(cases, [
    ["acp.v1.fs", "acp.v1.fs.a"],
    ["acp.v1.prompt", "acp.v1.prompt.a"],
    ["acp.v1.prompt", "acp.v1.prompt.b"],
  ]);
  t.equal(all(root, "testcase")[1]?.getAttribute("time"), "1.200");
  t.equal(all(root, "failure")[0]?.getAttribute("message"), "a");
  t.match(all(root, "failure")[0]?.textContent, /-> the sentence of acp\.v1\.prompt\.b\n {4}expected {2}e\n/);
  t.equal(all(root, "skipped")[0]?.getAttribute("message"), "N/A: not offered");
});

test("whatever a subject wrote, a JUnit report stays XML and says what it was", async (t) => {
  const root = parsed(t, junitReport(hostileRun()));
  const [failure] = all(root, "failure");

  t.equal(all(root, "script").length, 0);
  t.match(failure?.textContent, /\]\]> --> <\/pre><script>.*\\u001b\[31m\\u0000.*\\ud800 \\uffff/);
  t.same([all(root, "skipped").length, all(root, "system-out").length], [4, 2]);
  t.equal(all(root, "testsuite").at(-1)?.getAttribute("name"), "run", "the outdated baseline is a failure");
});

test("a run that tested nothing is an error in JUnit, so that no CI server shows it green", async (t) => {
  const root = parsed(t, junitReport(blockedRun()));

  t.same([root.getAttribute("tests"), root.getAttribute("errors")], ["1", "1"]);
  t.equal(all(root, "error").length, 1);
});

test("a huge value is cut in JUnit", async (t) => {
  const huge = result("a.b", { status: "FAIL", actual: "x".repeat(5_000_000) });
  const text = junitReport(reportOf([huge]));

  t.ok(text.length < 10_000, `${text.length} characters`);
});
