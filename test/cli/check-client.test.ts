import t from "tap";
import { rawClient } from "../conformance/client-bench.js";
import { PLAIN_NODE } from "../plain-node.js";
import { runCli } from "./run.js";

t.setTimeout(120_000);

/** A client of one line of Node. */
function client(script: string): string[] {
  return [...PLAIN_NODE, "-e", script, "{agent}"];
}

t.test("check --role client judges a client and reports it as such", async (t) => {
  const run = await runCli(
    ["check", "--role", "client", "permission", "--report", "json=-", "--", ...rawClient("answers-by-kind")],
    t.testdir(),
  );
  const report = JSON.parse(run.stdout);

  t.equal(run.code, 1, run.stderr);
  t.equal(report.subject.role, "client");
  t.equal(report.subject.info.name, "raw-client");
  const failed = report.checks.filter(({ status }: { status: string }) => status === "FAIL");
  t.strictSame(
    failed.map(({ id }: { id: string }) => id),
    ["acp.v1.permission.kind-is-hint"],
  );
});

t.test("a client that cannot be tested is one clear line and exit code 4", async (t) => {
  const cases: [argv: string[], message: RegExp][] = [
    [client("process.exit(3)"), /it ended \(code 3\) without starting its agent/],
    [
      client("console.error('Error: stdin is not a TTY'); process.exit(1)"),
      /last on stderr: Error: stdin is not a TTY; a client that needs a terminal/,
    ],
    [client("setInterval(() => {}, 1000)"), /it did not start its agent within 1200 ms/],
    [
      client("require('child_process').spawn(process.argv[1], process.argv.slice(2)).stdin.write('hi\\n')"),
      /started its agent and did not send initialize within 1200 ms; the agent read "hi"/,
    ],
    [["/no/such/client", "{agent}"], /Cannot start "\/no\/such\/client": command not found/],
  ];
  for (const [argv, message] of cases) {
    const run = await runCli(["check", "--role", "client", "--timeout", "600", "--", ...argv], t.testdir());

    t.equal(run.code, 4, run.stderr);
    t.match(run.stderr, message);
    t.equal(run.stderr.trim().split("\n").length, 1, "one line");
  }
});
