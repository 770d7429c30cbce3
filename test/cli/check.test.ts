import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { test } from "tap";
import { bridgeCheckIds } from "../../src/cli/check-bridge.js";
import { readRegistry } from "../../src/engine/registry.js";
import type { Report } from "../../src/engine/report/report.js";
import { spawnPlain } from "../plain-node.js";
import { runCli } from "./run.js";

const NODE = process.execPath;
const root = new URL("../../../", import.meta.url);
const place = (path: string): string => fileURLToPath(new URL(path, root));
const RAW_AGENT = [NODE, place("dist/stubs/agent/raw/main.js")];
const stubBridge = (name: string): string[] => [NODE, place(`dist/stubs/bridge/${name}.js`), "{agent}"];
const isReport = new Ajv2020({ validateFormats: false }).compile(
  JSON.parse(readFileSync(place("conformance/report.schema.json"), "utf8")),
);

test("a bridge that spells lines anew breaks bytes, and keeps json where it declares no more", async (t) => {
  const bridge = stubBridge("re-serialises");
  const args = ["check", "--role", "bridge", "wire.object.spaces", "wire.string.escaped-slash"];

  const strict = await runCli([...args, "--", ...bridge], t.testdir());
  const modest = await runCli([...args, "--promise", "json", "--", ...bridge], t.testdir());

  t.equal(strict.code, 1);
  t.match(strict.stderr, /✘ wire\.object\.spaces {2}MUST/);
  t.equal(modest.code, 0, modest.stderr);
});

test("the report of an agent follows its JSON Schema, with the frames of a finding", async (t) => {
  const args = ["check", "init", "--report", "json=report.json", "--", ...RAW_AGENT, "version-two"];
  const cwd = t.testdir();
  const run = await runCli(args, cwd);
  const report: Report = JSON.parse(readFileSync(join(cwd, "report.json"), "utf8"));
  const finding = report.checks.find(({ id }) => id === "acp.v1.init.same-version");

  t.equal(run.code, 1);
  t.ok(isReport(report), JSON.stringify(isReport.errors));
  t.match(finding, { status: "FAIL", failureId: /^f-/, frames: [{ dir: "c2a" }, { dir: "a2c" }] });
  t.same(report.verdict, { conformant: false, incomplete: report.verdict.incomplete, blockedBy: null });
});

test("doctor says what the agent answered", async (t) => {
  const run = await runCli(["doctor", "--", ...RAW_AGENT], t.testdir());

  t.equal(run.code, 0, run.stderr);
  t.match(run.stdout, /initialize +\{"protocolVersion":1/);
  t.match(run.stdout, /session\/new +\{"sessionId"/);
});

test("list and explain show what stands behind a requirement", async (t) => {
  const list = await runCli(["list", "prompt", "--json"], t.testdir());
  const summary = await runCli(["list", "--summary"], t.testdir());
  const methods = await runCli(["list", "--methods", "fs/", "session/c"], t.testdir());
  const explain = await runCli(["explain", "cancel.agent-no-error"], t.testdir());
  const rows: { id: string; coverage: string }[] = JSON.parse(list.stdout);

  t.equal(rows.length, 23);
  t.ok(rows.every(({ id, coverage }) => id.startsWith("acp.v1.prompt.") && coverage !== ""));
  t.match(summary.stdout, /^chapter +check +passive +planned +excluded +total\n/);
  t.match(
    summary.stdout,
    /\nrole +check +passive +planned +excluded +total\nagent .+\nclient .+\nbridge .+\n$/,
  );
  t.equal(
    methods.stdout,
    [
      "fs/read_text_file  agent to client  request  ReadTextFileRequest -> ReadTextFileResponse",
      "fs/write_text_file  agent to client  request  WriteTextFileRequest -> WriteTextFileResponse",
      "session/cancel  client to agent  notification  CancelNotification",
      "session/close  client to agent  request  CloseSessionRequest -> CloseSessionResponse\n",
    ].join("\n"),
  );
  t.match(explain.stdout, /source +docs\/protocol\/v1\/prompt-turn\.mdx#cancellation/);
  t.match(explain.stdout, /checked +by scenario cancellation\//);
});

test("rows of the registry and cases of bridges are the same", async (t) => {
  const registry = readRegistry(place("conformance/requirements"));
  const rows = registry.requirements
    .filter(({ role, id }) => role === "bridge" && !id.startsWith("acp."))
    .map(({ id }) => id);

  t.same(
    rows.sort(),
    bridgeCheckIds().filter((id) => !id.startsWith("acp.")),
  );
});

test("a reader that stops early changes no verdict and sees no stack trace", async (t) => {
  const [command, ...args] = stubBridge("rounds-big-integers");
  const check = [NODE, place("dist/src/cli/main.js"), "check", "--role", "bridge", "wire.number.large-id"];
  const argv = [...check, "--report", "json=-", "--", command ?? "", ...args];
  const child = spawnPlain(["bash", "-c", '"$@" | true; exit "$PIPESTATUS"', "bash", ...argv], t.testdir());
  const stderr: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  const [code] = await once(child, "close");

  t.equal(code, 1);
  t.notMatch(Buffer.concat(stderr).toString(), /EPIPE|at .*\.js:/);
});
