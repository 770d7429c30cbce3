import { test } from "tap";
import { rawClient } from "../fuzz/client/campaign.js";
import { reportIn } from "./fuzz-subjects.js";
import { runCli } from "./run.js";

const SMOKE = ["fuzz", "--role", "client", "--depth", "smoke", "--report", "json=report.json"];

test("a finding on a client is exit 1; its replay says STILL FAILS there and FIXED on another client", async (t) => {
  const cwd = t.testdir();
  // The conversation in which a question stays open while a file is read, and few others.
  const run = await runCli(
    [...SMOKE, "--shard", "45/60", "--", ...rawClient("dies-of-read-in-question")],
    cwd,
  );
  const finding = reportIn(cwd).checks.find(({ id }) => id === "client.fuzz.stays-alive");
  const id = finding?.failureId ?? "";

  const again = await runCli(["replay", id], cwd);
  const fixed = await runCli(["replay", id, "--", ...rawClient("obedient")], cwd);

  t.equal(run.code, 1, run.stderr);
  t.match(finding, { status: "FAIL", role: "client", level: "must", expected: /until its turn is over/ });
  t.match(again, {
    code: 1,
    stdout: new RegExp(`^STILL FAILS {2}${id} {2}client\\.fuzz\\.stays-alive`),
  });
  t.match(fixed, { code: 0, stdout: new RegExp(`^FIXED {2}${id}`) });
});

test("a client that begins no turn is exit 4", async (t) => {
  const cwd = t.testdir();
  const run = await runCli(
    [...SMOKE, "--timeout", "2000", "--", process.execPath, "-e", "0", "{agent}"],
    cwd,
  );

  t.equal(run.code, 4);
  t.match(run.stderr, /^acp-assay: Cannot test the client: it ended \(code 0\) without starting its agent/);
});
