import { join } from "node:path";
import { type Test, test } from "tap";
import { PLAIN_NODE } from "../plain-node.js";
import { runCli } from "./run.js";

const ROOT = join(import.meta.dirname, "../../..");
const STUB = [...PLAIN_NODE, join(ROOT, "dist/stubs/agent/raw/main.js")];
const SCRIPT = join(ROOT, "stubs/agent/raw/script.json");

interface Row {
  readonly id: string;
  readonly status: string;
}

async function statuses(t: Test, ...options: string[]): Promise<Record<string, string>> {
  const { stdout } = await runCli(
    ["check", "stop", ...options, "--report", "json=-", "--", ...STUB],
    t.testdir(),
  );
  const { checks } = JSON.parse(stdout) as { checks: readonly Row[] };
  return Object.fromEntries(checks.map(({ id, status }) => [id, status]));
}

test("a script provokes what is not tested without it", async (t) => {
  const [without, scripted] = [await statuses(t), await statuses(t, "--script", SCRIPT)];

  for (const id of ["acp.v1.stop.refusal", "acp.v1.stop.max-tokens"]) {
    t.equal(without[id], "NOT-TESTED", id);
    t.equal(scripted[id], "PASS", id);
  }
});

test("a wrong script is one line per error and exit 2", async (t) => {
  const cwd = t.testdir({
    "s.json": '{"format":"acp-assay-script","formatVersion":1,"prompts":{"fly":"x","short":5}}',
  });
  const { code, stderr } = await runCli(["check", "--script", "s.json", "--", ...STUB], cwd);

  t.equal(code, 2);
  t.match(
    stderr,
    /^acp-assay: Cannot use script "s\.json": prompts\.fly: .*\nacp-assay: .*prompts\.short: it has to be a text\n$/,
  );
});

test("a script is for agents", async (t) => {
  const { code, stderr } = await runCli(
    ["check", "--role", "bridge", "--script", SCRIPT, "--", "cat"],
    t.testdir(),
  );

  t.equal(code, 2);
  t.match(stderr, /goes with --role agent/);
});
