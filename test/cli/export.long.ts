import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type Test, test } from "tap";
import { runPlainArgv } from "../plain-node.js";
import { place, stubBridge, TEE } from "./fuzz-subjects.js";
import { runCli } from "./run.js";

const MUTANT = stubBridge("rounds-big-integers");
const ACP_ASSAY = `ACP_ASSAY=${process.execPath} ${place("dist/src/cli/main.js")}`;

/** A folder in which a check has saved a failure of a bridge that rounds integers. */
async function failedFolder(t: Test): Promise<{ readonly cwd: string; readonly id: string }> {
  const cwd = t.testdir();
  await runCli(["check", "--role", "bridge", "wire.number.large-id", "--", ...MUTANT], cwd);
  const [file = ""] = readdirSync(join(cwd, ".acp-assay/failures"));
  return { cwd, id: file.replace(".json", "") };
}

test("a failure as a script fails on the bridge that failed, and passes on one without the defect", async (t) => {
  const { cwd, id } = await failedFolder(t);
  await runCli(["export", id, "--as", "sh", "-o", "again.sh"], cwd);

  const same = await runPlainArgv(["env", ACP_ASSAY, "sh", "again.sh"], cwd);
  const other = await runPlainArgv(["env", ACP_ASSAY, "sh", "again.sh", ...TEE], cwd);

  t.match(same, { code: 1, stdout: `STILL FAILS  ${id}  wire.number.large-id  (failed 3 of 3)\n` });
  t.match(other, { code: 0, stdout: `FIXED  ${id}  wire.number.large-id  (failed 0 of 3)\n` });
});

test("a failure as a test fails on the bridge that failed, and passes on one without the defect", async (t) => {
  const { cwd, id } = await failedFolder(t);
  mkdirSync(join(cwd, "node_modules"));
  symlinkSync(place(""), join(cwd, "node_modules/acp-assay"));
  await runCli(["export", id, "--as", "test", "-o", "again.test.mjs"], cwd);

  const argv = [process.execPath, "--test", "again.test.mjs"];
  const same = await runPlainArgv(argv, cwd);
  const other = await runPlainArgv(["env", `ACP_ASSAY_SUBJECT=${JSON.stringify(TEE)}`, ...argv], cwd);

  t.match(same, { code: 1, stdout: /it failed 3 of 3 times/ });
  t.match(other, { code: 0, stdout: /# pass 1/ });
});
