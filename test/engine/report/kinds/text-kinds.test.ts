import { test } from "tap";
import { githubAnnotations } from "../../../../src/engine/report/kinds/annotations.js";
import { isReportKind, renderReport } from "../../../../src/engine/report/kinds/kind.js";
import { markdownReport } from "../../../../src/engine/report/kinds/markdown.js";
import { ndjsonReport } from "../../../../src/engine/report/kinds/ndjson.js";
import { reportOf, result } from "../results.js";
import { blockedRun, hostileRun } from "./runs.js";

const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

test("a Markdown report is verdict, counts and each finding to be opened", async (t) => {
  const checks = [
    result("acp.v1.prompt.a"),
    result("acp.v1.prompt.b", {
      status: "FAIL",
      citation: "docs/protocol/v1/content.mdx#text",
      actual: "a < b",
      failureId: "f-123456",
      frames: [{ number: 3, dir: "a2c", t: 1, line: '{"id":1}' }],
    }),
  ];

  t.equal(
    markdownReport(reportOf(checks)),
    `## ❌ acp-assay: NOT CONFORMANT (1 failed)

agent <code>node a.js</code> · schema v1 · seed 42 · acp-assay 9.9.9

| passed | failed | warned | flaky | expected failures | recorded | n/a | not tested | vacuous | checks |
| --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |
| 1 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 2 |

<details><summary>✘ <code>acp.v1.prompt.b</code> MUST · FAIL</summary>
<p>the sentence of acp.v1.prompt.b<br><a href="https&#58;//github.com/agentclientprotocol/agent-client-protocol/blob/main/docs/protocol/v1/content.mdx&#35;text">docs/protocol/v1/content.mdx&#35;text</a></p>
<pre>actual    a &lt; b
wire      ← &#35;3 {&quot;id&quot;&#58;1}
again     npx acp-assay replay f-123456</pre>
</details>
`,
  );
});

test("whatever a subject wrote, it opens nothing in Markdown and begins no line", async (t) => {
  const text = markdownReport(hostileRun());

  t.notMatch(text, /<script|<\/pre><|^::|^ {2}\.\.\.|^\| a \|/m);
  t.notMatch(text, CONTROL);
  t.equal(text.match(/<details>/g)?.length, 4);
  t.equal(text.match(/<\/details>/g)?.length, 4);
  t.match(markdownReport(blockedRun()), /^## ❌ acp-assay: INCOMPLETE\n.*\n> \[!CAUTION\]\n> run: &#93;/s);
});

test("a Markdown report of very many findings stays below what GitHub takes", async (t) => {
  const huge = Array.from({ length: 600 }, (_, place) => {
    const frames = [{ number: 1, dir: "a2c", t: 0, line: "<".repeat(4096) } as const];
    return result(`x.${place}`, { status: "FAIL", actual: "&".repeat(10_000), frames });
  });
  const text = markdownReport(reportOf(huge));

  t.ok(Buffer.byteLength(text) < 1024 * 1024, `${Buffer.byteLength(text)} bytes`);
  t.match(text, /… and 560 more findings\./);
});

test("GitHub annotations are one command a line, ten of a kind", async (t) => {
  const many = Array.from({ length: 12 }, (_, place) => {
    return [
      result(`x.${place}`, { status: "FAIL", actual: "50%\nmore" }),
      result(`y.${place}`, { status: "WARN", level: "should" }),
    ];
  }).flat();
  const lines = githubAnnotations(reportOf(many)).trimEnd().split("\n");

  t.equal(lines.length, 20);
  t.equal(lines[0], "::error title=acp-assay x.0::the sentence of x.0: 50%25\\u000amore");
  t.equal(lines[10], "::warning title=acp-assay y.0::the sentence of y.0");
  t.equal(
    githubAnnotations(hostileRun())
      .split("\n")
      .filter((line) => line.startsWith("::")).length,
    4,
  );
});

test("an NDJSON report is the run, a line a check, and the end", async (t) => {
  const lines = ndjsonReport(hostileRun()).trimEnd().split("\n");
  const rows: { event: string }[] = lines.map((line) => JSON.parse(line));

  t.same(
    rows.map(({ event }) => event),
    ["run", ...Array.from({ length: 9 }, () => "check"), "end"],
  );
  t.match(rows[1], { id: "acp.v1.fs.a", status: "N/A" });
  t.match(rows.at(-1), { ok: false, verdict: { conformant: false }, summary: { total: 9 } });
});

test("every kind hides the home directory", async (t) => {
  const { homedir } = await import("node:os");
  const home = homedir();
  const report = reportOf([
    result("a.b", { status: "FAIL", actual: `${home}/secret`, message: `${home}/secret` }),
  ]);

  for (const kind of ["json", "junit", "tap", "sarif", "md", "ndjson"].filter(isReportKind)) {
    const text = await renderReport(kind, report);
    t.match(text, /~\/secret|&#126;\/secret/, kind);
    t.notOk(text.includes(`${home}/secret`), kind);
  }
});
