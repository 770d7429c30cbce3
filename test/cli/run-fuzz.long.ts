import { test } from "tap";
import { runFuzz } from "../../src/cli/library.js";
import { place, stubBridge, TEE } from "./fuzz-subjects.js";

test("as a library, fuzz has the defaults of the command line", async (t) => {
  const report = await runFuzz({ subject: TEE, depth: "smoke", saved: false });

  t.match(report, { ok: true, seed: 1, subject: { role: "bridge" }, promise: { held: "bytes" } });
  t.match(report.coverage, { schema: { definition: { seen: 166, all: 166 } } });
});

test("as a library, fuzz knows the roles of the command line", async (t) => {
  const subject = [process.execPath, place("dist/stubs/agent/raw/main.js"), "obedient"];
  const report = await runFuzz({ role: "agent", subject, runs: 2, saved: false });

  t.match(report, { ok: true, subject: { role: "agent" }, coverage: { conversations: 2 } });
});

test("as a library, a subject that cannot be tested is a Fault", async (t) => {
  await t.rejects(runFuzz({ subject: stubBridge("dies-at-start"), depth: "smoke", saved: false }), {
    name: "Fault",
    code: "untestable",
  });
});
