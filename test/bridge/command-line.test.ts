import { chmodSync } from "node:fs";
import { join } from "node:path";
import { type Test, test } from "tap";
import { launch } from "./editor.js";
import { behindTee, shell } from "./subject.js";

/** What a shell would see of one run of acp-tee. */
interface Outcome {
  readonly exit: string;
  readonly stdout: string;
  readonly stderr: string;
}

const NO_AGENT = "acp-tee: no agent given; acp-tee --help says more\n";
test("a wrong option of acp-tee's own", async (t) => {
  t.strictSame(await run(t, []), failure(125, NO_AGENT), "no agent is 125");
  t.strictSame(await run(t, ["--"]), failure(125, NO_AGENT), "no agent after -- is 125");
  t.strictSame(
    await run(t, ["--colour", "sh"]),
    failure(125, "acp-tee: --colour: unknown option\n"),
    "an unknown option is 125",
  );
  for (const ends of [[], ["1", "2", "3"], ["1", "x", "y"]]) {
    t.strictSame(
      await run(t, ["--beside", ...ends]),
      failure(125, "acp-tee: --beside: unknown option\n"),
      "what the front says to the process beside it is no option",
    );
  }
});

test("a command that acp-tee cannot run", async (t) => {
  const directory = t.testdir({ "plain file": "", "lost interpreter": "#!/no/such/interpreter\n" });
  chmodSync(join(directory, "lost interpreter"), 0o755);

  t.strictSame(
    await run(t, ["no\nsuch command"]),
    failure(127, 'acp-tee: cannot run "no\\nsuch command": command not found\n'),
    "that does not exist is 127, and one line",
  );
  t.strictSame(
    await run(t, [""]),
    failure(127, 'acp-tee: cannot run "": command not found\n'),
    "that is empty is 127",
  );
  for (const [name, reason] of [
    ["plain file", "permission denied"],
    ["", "permission denied"],
    ["plain file/agent", "a part of its path is no directory"],
    ["lost interpreter", "its interpreter is missing"],
  ] as const) {
    const path = join(directory, name);
    t.strictSame(
      await run(t, [path]),
      failure(126, `acp-tee: cannot run ${JSON.stringify(path)}: ${reason}\n`),
      `${JSON.stringify(name)} is 126: ${reason}`,
    );
  }
});

test("acp-tee --help and --version", async (t) => {
  t.match(
    await run(t, ["--help"]),
    { exit: "code 0", stdout: /^acp-tee \[options\] \[--\] AGENT/, stderr: "" },
    "help goes to stdout",
  );
  t.match(
    await run(t, ["--version"]),
    { exit: "code 0", stdout: /^acp-tee \d+\.\d+\.\d+\n$/, stderr: "" },
    "the version too",
  );
});

test("the agent's command line", async (t) => {
  t.strictSame(
    await run(t, ["--", ...shell("printf %s out; exit 4")]),
    { exit: "code 4", stdout: "out", stderr: "" },
    "may follow --",
  );
  t.strictSame(
    await run(t, [...shell('echo "$0 $*"'), "--help", "--trace", "--"]),
    { exit: "code 0", stdout: "--help --trace --\n", stderr: "" },
    "begins at the first argument that is no option",
  );
});

async function run(t: Test, argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Outcome> {
  const editor = await launch((stop) => t.teardown(stop), "sockets", behindTee(argv), { env });
  return { exit: await editor.exit, stdout: await editor.stdout, stderr: await editor.stderr };
}

function failure(exitCode: number, stderr: string): Outcome {
  return { exit: `code ${exitCode}`, stdout: "", stderr };
}
