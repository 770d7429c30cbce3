import { Buffer } from "node:buffer";
import colors from "picocolors";
import { test } from "tap";
import { chapterOf } from "../../../src/engine/report/chapter.js";
import { findingText } from "../../../src/engine/report/finding-text.js";
import { reportFrame } from "../../../src/engine/report/frames.js";
import { textReport } from "../../../src/engine/report/text.js";
import { frameOf } from "../../wire/frame-of.js";
import { reportOf, result } from "./results.js";

const plain = colors.createColors(false);
const steering = "\u001b[2J\u0007\n\u009b\u2028\u202e\u2066";
const shownSteering = "\\u001b[2J\\u0007\\u000a\\u009b\\u2028\\u202e\\u2066";

test("the text report is the run, a line per chapter, each finding and the summary", async (t) => {
  const checks = [
    result("acp.v1.prompt.a"),
    result("acp.v1.prompt.b", { status: "FAIL", expected: "e", actual: "a", failureId: "f-123456" }),
    result("acp.v1.fs.a", { status: "N/A", message: "not offered" }),
    result("acp.v1.fs.b", { status: "WARN", level: "should" }),
    result("acp.v1.initialize.a", { status: "INFO" }),
  ];

  t.equal(
    textReport(reportOf(checks), plain, 1),
    `acp-assay 9.9.9 · ACP schema v1 (sha256 01234567…) · node v20.20.0
 agent     node a.js
 version   protocol 1

 ! fs          0/1     1 warned, 1 n/a
 ✔ initialize  1/1
 ✘ prompt      1/2

=== FINDINGS ===
! acp.v1.fs.b  SHOULD · WARN
    -> the sentence of acp.v1.fs.b
    spec      page, "Heading"
✘ acp.v1.prompt.b  MUST  [f-123456]
    -> the sentence of acp.v1.prompt.b
    expected  e
    actual    a
    spec      page, "Heading"
    again     acp-assay replay f-123456

=== SUMMARY ===
 checks    5 checks · 1 passed · 1 failed · 1 warned · 1 recorded · 1 n/a · 0 not tested · 0 vacuous
 failed    prompt.b
 seed      42
 verdict   NOT CONFORMANT (1 failed)  1.5 s · exit 1
`,
  );
});

test("the verdict line has a word for each end", async (t) => {
  const bridge = {
    subject: { argv: ["b"], role: "bridge", info: null, capabilities: null, protocolVersion: null },
    promise: { declared: "bytes", held: "lines" },
  } as const;
  const line = (...given: Parameters<typeof reportOf>): string =>
    /verdict {3}(.*?) {2}/.exec(textReport(reportOf(...given), plain, 0))?.[1] ?? "";

  t.equal(line([result("a")]), "CONFORMANT in what was tested");
  t.equal(line([result("a", { status: "NOT-TESTED" })]), "INCOMPLETE");
  t.equal(line([result("a")], { blockedBy: "a login" }), "INCOMPLETE");
  t.equal(line([result("a")], bridge), "KEEPS ITS PROMISE in what was tested");
  t.equal(line([result("a", { status: "FAIL" })], bridge), "BREAKS ITS PROMISE (1)");
  t.match(textReport(reportOf([], bridge), plain, 0), / promise {3}bytes declared, lines held\n/);
  t.match(textReport(reportOf([], { blockedBy: "a login" }), plain, 4), / blocked {3}a login\n/);
});

test("nothing that a subject wrote steers the reader's terminal", async (t) => {
  const subject = {
    argv: ["a", steering],
    role: "agent",
    info: { name: steering, version: { toString: 1 } },
    capabilities: null,
    protocolVersion: steering,
  } as const;
  const finding = result("x", {
    status: "FAIL",
    message: steering,
    expected: steering,
    actual: steering,
    frames: [{ number: 1, dir: "a2c", t: 0, line: steering }],
  });

  const text = textReport(reportOf([finding], { subject, blockedBy: steering }), plain, 1);

  t.equal(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/.test(text), false);
  t.equal(text.split(shownSteering).length - 1, 7, "every place shows it as escapes");
  t.match(text, /\{"toString":1\}\)/, "a version that is no text is shown as JSON");
});

test("a finding shows where, expected, actual, the frames and the page, and cuts what is long", async (t) => {
  const finding = result("bridge.promise.bytes", {
    status: "WARN",
    message: "byte 3",
    actual: "x".repeat(300),
    frames: [
      { number: 4, dir: "c2a", t: 1, line: '{"id":1}' },
      { number: 5, dir: "a2c", t: 2, b64: "/w==" },
    ],
  });

  t.equal(
    findingText(finding, plain),
    `! bridge.promise.bytes  MUST · WARN
    -> the sentence of bridge.promise.bytes
    where     byte 3
    actual    ${"x".repeat(200)}…
    wire      → #4 {"id":1}
              ← #5 base64 /w==
    spec      page, "Heading"`,
  );
});

test("reportFrame() writes a frame as the trace format does", async (t) => {
  t.same(reportFrame(frameOf("{}", "c2a", 2)), { number: 2, dir: "c2a", t: 2000, line: "{}" });
  t.same(reportFrame(frameOf("{}", "a2c", 1, { eol: "\r\n" })).eol, "\r\n");
  t.same(reportFrame(frameOf("{}", "a2c", 1, { eol: "" })).eol, "");
  t.match(reportFrame(frameOf(Buffer.from([0xff]))), { b64: "/w==", line: undefined });
  t.equal(reportFrame(frameOf("x".repeat(4097))).line, `${"x".repeat(4096)}… (4097 bytes)`);
  t.equal(reportFrame(frameOf("x".repeat(4096))).line, "x".repeat(4096));
});

test("chapterOf() is the part of an id that stands for its page", async (t) => {
  t.same(["acp.v1.prompt.a.b", "bridge.promise.bytes", "wire.line.crlf"].map(chapterOf), [
    "prompt",
    "bridge.promise",
    "wire.line",
  ]);
});

test("an expected failure stands in the text with its reason, and is counted as neither passed nor failed", async (t) => {
  const baseline = { reason: "being mended", issue: "https://example.org/1", expires: "2027-01-31" };
  const checks = [result("acp.v1.fs.a", { status: "EXPECTED-FAIL", baseline }), result("acp.v1.fs.b")];
  const outdated = [{ id: "acp.v1.fs.b", problem: "acp.v1.fs.b passes: take its entry out of the baseline" }];
  const text = textReport(reportOf(checks, { baseline: { entries: 2, outdated } }), plain, 1);

  t.match(text, "\n × fs          1/2     1 expected to fail\n");
  t.match(
    text,
    "\n=== EXPECTED FAILURES ===\n × acp.v1.fs.a  being mended, until 2027-01-31  https://example.org/1\n",
  );
  t.match(text, "\n baseline  acp.v1.fs.b passes: take its entry out of the baseline\n");
  t.match(text, " verdict   NOT CONFORMANT (1 expected)  1.5 s · exit 1\n");
});
