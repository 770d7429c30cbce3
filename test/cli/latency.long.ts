import { test } from "tap";
import { reportIn, stubBridge } from "./fuzz-subjects.js";
import { runCli } from "./run.js";

const CHECK = ["check", "--role", "bridge", "bridge.promise.latency", "--report", "json=report.json"];

test("a bridge that holds each chunk for 25 ms fails a limit of 10 ms and keeps one of a minute", async (t) => {
  const cwd = t.testdir();
  const bridge = stubBridge("delays-each-chunk");

  const strict = await runCli([...CHECK, "--max-latency-ms", "10", "--", ...bridge], cwd);
  const [failed] = reportIn(cwd).checks;
  const lenient = await runCli([...CHECK, "--max-latency-ms", "60000", "--", ...bridge], cwd);
  const [passed] = reportIn(cwd).checks;

  t.match(strict, { code: 1, stderr: /latency {3}\d+\.\d\d ms beside \d+\.\d\d ms direct in the median/ });
  t.match(failed, {
    status: "FAIL",
    expected: "at most 10 ms",
    actual: /it adds \d+\.\d\d ms in the median/,
  });
  t.match(lenient, { code: 0 });
  t.match(passed, { status: "PASS" });
});

test("without a limit the latency is only recorded", async (t) => {
  const cwd = t.testdir();
  const run = await runCli([...CHECK, "--", ...stubBridge("transparent")], cwd);

  t.equal(run.code, 0, run.stderr);
  const { checks, coverage } = reportIn(cwd);
  t.match(checks, [{ status: "INFO", message: /it adds/ }]);
  t.match(coverage, {
    latencyMs: { direct: { p50: Number, p99: Number }, through: { p50: Number, p99: Number } },
  });
});

test("a limit is judged whatever else is selected, and not where the bridge does not promise to be quick", async (t) => {
  const cwd = t.testdir({
    "slow.json": JSON.stringify({ promise: "bytes", without: { "bridge.promise.latency": "it logs first" } }),
  });
  const order = ["check", "--role", "bridge", "bridge.promise.order", "--max-latency-ms", "60000"];
  const report = ["--report", "json=report.json", "--", ...stubBridge("transparent")];

  await runCli([...order, ...report], cwd);
  const judged = reportIn(cwd).checks.map(({ id, status }) => [id, status]);
  await runCli([...order, "--promise", "slow.json", ...report], cwd);
  const excused = reportIn(cwd).checks.find(({ id }) => id === "bridge.promise.latency");

  t.same(judged, [
    ["bridge.promise.latency", "PASS"],
    ["bridge.promise.order", "PASS"],
  ]);
  t.match(excused, { status: "N/A", message: "not promised: it logs first" });
});
