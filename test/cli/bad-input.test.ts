import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { type CliRun, runCli } from "./run.js";

const NODE = process.execPath;
const NEVER_ANSWERS = "process.stdin.resume()";
const READS_ONE = 'process.stdin.once("data", () => {';

interface BadInput {
  readonly name: string;
  readonly args: readonly string[];
  readonly code: number;
  /** What the one line has to say. */
  readonly says: RegExp;
}

function agent(program: string, ...options: string[]): readonly string[] {
  return ["check", "--timeout", "1500", ...options, "--", NODE, "-e", program];
}

const CASES: readonly BadInput[] = [
  { name: "an unknown command", args: ["chekc"], code: 2, says: /unknown command 'chekc'.*check/ },
  {
    name: "an unknown option",
    args: ["check", "--strickt", "--", NODE],
    code: 2,
    says: /unknown option.*--strict/,
  },
  { name: "a missing --", args: ["check"], code: 2, says: /No subject.*after "--"/ },
  { name: "nothing after --", args: ["check", "--"], code: 2, says: /No subject/ },
  {
    name: "a selector that matches nothing",
    args: ["check", "initialise", "--", NODE],
    code: 2,
    says: /"initialise" matches no check; did you mean "init/,
  },
  {
    name: "a hazard selector that matches nothing",
    args: ["check", "--role", "bridge", "wire.nmber", "--", NODE],
    code: 2,
    says: /did you mean "wire\.number"/,
  },
  {
    name: "an unknown role",
    args: ["check", "--role", "editor", "--", NODE],
    code: 2,
    says: /agent, client, bridge/,
  },
  {
    name: "a timeout of zero",
    args: ["check", "--timeout", "0", "--", NODE],
    code: 2,
    says: /whole number above 0/,
  },
  {
    name: "an unknown report kind",
    args: ["check", "--report", "pdf=x", "--", NODE],
    code: 2,
    says: /no report kind "pdf"/,
  },
  {
    name: "a bridge's command that is no JSON array",
    args: ["check", "--through", "my-bridge {agent}", "--", NODE],
    code: 2,
    says: /Write the bridge's command as a JSON array/,
  },
  {
    name: "a bridge and a bridge to go through",
    args: ["check", "--role", "bridge", "--through", '["cat"]', "--", NODE],
    code: 2,
    says: /the subject is the agent: leave out --role/,
  },
  {
    name: "a limit of latency for an agent",
    args: ["check", "--max-latency-ms", "5", "--", NODE],
    code: 2,
    says: /is about a bridge: add --role bridge/,
  },
  {
    name: "toxics for an agent",
    args: ["fuzz", "--role", "agent", "--toxics", "none", "--", NODE],
    code: 2,
    says: /--toxics is about bridges: it does not go with --role agent/,
  },
  {
    name: "a login for a bridge",
    args: ["check", "--role", "bridge", "--auth-method", "token", "--", NODE],
    code: 2,
    says: /they go with --role agent/,
  },
  {
    name: "a limit of latency that is no time",
    args: ["check", "--role", "bridge", "--max-latency-ms", "fast", "--", NODE],
    code: 2,
    says: /a number of milliseconds above 0/,
  },
  {
    name: "a promise that is neither level nor file",
    args: ["check", "--role", "bridge", "--promise", "byte", "--", NODE],
    code: 2,
    says: /"byte".*bytes, lines, json/,
  },
  {
    name: "a subject that is not there",
    args: ["check", "--", "no-such-agent"],
    code: 4,
    says: /"no-such-agent": command not found/,
  },
  {
    name: "a subject that exits at once",
    args: agent("process.exit(3)"),
    code: 4,
    says: /initialize.*ended \(code 3\)/,
  },
  {
    name: "a subject that dies at once",
    args: agent("process.kill(process.pid, 'SIGKILL')"),
    code: 4,
    says: /ended \(SIGKILL\)/,
  },
  {
    name: "a subject that never answers",
    args: agent(NEVER_ANSWERS),
    code: 4,
    says: /no answer within 1500 ms/,
  },
  {
    name: "a subject that prints only noise",
    args: agent(`${NEVER_ANSWERS}; setInterval(() => console.log("loading"), 20)`),
    code: 4,
    says: /no answer within 1500 ms; it printed \d+ lines that are no messages, first "loading"/,
  },
  {
    name: "a subject that answers after the timeout",
    args: agent(
      `${READS_ONE} setTimeout(() => console.log(JSON.stringify({jsonrpc:"2.0",id:1,result:{protocolVersion:1}})), 3000) })`,
    ),
    code: 4,
    says: /no answer within 1500 ms/,
  },
  {
    name: "a subject that answers initialize with an error",
    args: agent(
      `${READS_ONE} console.log(JSON.stringify({jsonrpc:"2.0",id:1,error:{code:-32603,message:"no"}})) })`,
    ),
    code: 4,
    says: /answered initialize with an error.*-32603/,
  },
  {
    name: "a subject that speaks another version of the protocol",
    args: agent(
      `${READS_ONE} console.log(JSON.stringify({jsonrpc:"2.0",id:1,result:{protocolVersion:2}})) })`,
    ),
    code: 4,
    says: /it speaks version 2 of the protocol, not 1\n/,
  },
  {
    name: "an id that names no failure",
    args: ["replay", "f-nothing"],
    code: 2,
    says: /No failure "f-nothing"/,
  },
  { name: "an id that explains nothing", args: ["explain", "promt"], code: 2, says: /did you mean "prompt"/ },
  {
    name: "a bridge that never starts its agent",
    args: ["check", "--role", "bridge", "--timeout", "1500", "--", "cat"],
    code: 4,
    says: /did not start the agent within|ended .* before the agent was started/,
  },
  {
    name: "a bridge that dies at start",
    args: ["check", "--role", "bridge", "--", NODE, "-e", "console.error('no licence'); process.exit(9)"],
    code: 4,
    says: /ended \(code 9\) before the agent was started; its last words: no licence/,
  },
];

for (const { name, args, code, says } of CASES) {
  test(`${name} gives one clear line and exit ${code}`, async (t) => {
    const run = await runCli(args, t.testdir());

    t.equal(run.code, code, run.stderr);
    t.match(run.stderr, says);
    t.equal(lineCount(run), 1, "one line on stderr");
    t.equal(run.stdout, "", "nothing on stdout");
  });
}

test("a subject that is not executable gives one clear line and exit 4", async (t) => {
  const cwd = t.testdir();
  const path = join(cwd, "agent");
  writeFileSync(path, "#!/bin/sh\n");
  chmodSync(path, 0o644);

  const run = await runCli(["check", "--", path], cwd);

  t.equal(run.code, 4);
  t.match(run.stderr, /not executable/);
  t.equal(lineCount(run), 1);
});

test("a subject that floods 200 MB without a newline is cut off, with bounded memory", async (t) => {
  const flood =
    "const b = Buffer.alloc(1 << 20, 120); let n = 0; (function w() { while (n++ < 200 && process.stdout.write(b)); if (n < 200) process.stdout.once('drain', w) })()";

  const run = await runCli(["check", "--timeout", "20000", "--", NODE, "-e", flood], t.testdir());

  t.equal(run.code, 4);
  t.match(run.stderr, /wrote \d+ bytes without a newline/);
  t.equal(lineCount(run), 1);
  t.ok(run.peakMib < 400, `${Math.round(run.peakMib)} MiB at most`);
});

function lineCount({ stderr }: CliRun): number {
  return stderr.trimEnd().split("\n").length;
}
