import { chmodSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { launch } from "./editor.js";
import { behindTee, shell } from "./subject.js";

/** What a shell would see of one run of acp-tee. */
interface Outcome {
  readonly exit: string;
  readonly stdout: string;
  readonly stderr: string;
}

const NO_AGENT = "acp-tee: no agent given; acp-tee --help says more\n";
const SINK_OPTIONS = [
  "--events",
  "--relay",
  "--token",
  "--receiver",
  "--journal",
  "--trace",
  "--trace-redacted",
  "--capture",
  "--deltas",
  "--state-dir",
  "--drain",
];

test("acp-tee's own command line", async (t) => {
  const outcome = async (argv: readonly string[], env = process.env): Promise<Outcome> => {
    const editor = await launch((stop) => t.teardown(stop), "sockets", behindTee(argv), { env });
    return { exit: await editor.exit, stdout: await editor.stdout, stderr: await editor.stderr };
  };
  const failure = (exitCode: number, stderr: string): Outcome => ({
    exit: `code ${exitCode}`,
    stdout: "",
    stderr,
  });
  const directory = t.testdir({
    "plain file": "",
    "lost interpreter": "#!/no/such/interpreter\n",
  });
  chmodSync(join(directory, "lost interpreter"), 0o755);
  const inDirectory = (name: string): string => join(directory, name);

  t.strictSame(await outcome([]), failure(125, NO_AGENT), "no agent is 125");
  t.strictSame(await outcome(["--"]), failure(125, NO_AGENT), "no agent after -- is 125");
  t.strictSame(
    await outcome(["--colour", "sh"]),
    failure(125, "acp-tee: --colour: unknown option\n"),
    "an unknown option is 125",
  );
  for (const option of SINK_OPTIONS) {
    t.strictSame(
      await outcome([`${option}=x`, "sh"]),
      failure(125, `acp-tee: ${option}: this build has no such sink\n`),
      `${option} is 125 and says that its sink is missing`,
    );
  }

  t.strictSame(
    await outcome(["no\nsuch command"]),
    failure(127, 'acp-tee: cannot run "no\\nsuch command": command not found\n'),
    "a command that does not exist is 127 and one line",
  );
  t.strictSame(
    await outcome([""]),
    failure(127, 'acp-tee: cannot run "": command not found\n'),
    "an empty command is 127",
  );
  for (const [name, reason] of [
    ["plain file", "permission denied"],
    ["", "permission denied"],
    ["plain file/agent", "a part of its path is no directory"],
    ["lost interpreter", "its interpreter is missing"],
  ] as const) {
    const path = inDirectory(name);
    t.strictSame(
      await outcome([path]),
      failure(126, `acp-tee: cannot run ${JSON.stringify(path)}: ${reason}\n`),
      `a command that cannot be run is 126: ${reason}`,
    );
  }

  const help = await outcome(["--help"]);
  t.match(help, { exit: "code 0", stdout: /^acp-tee \[--\] AGENT/, stderr: "" }, "--help prints to stdout");
  const version = await outcome(["--version"]);
  t.match(version, { exit: "code 0", stdout: /^acp-tee \d+\.\d+\.\d+\n$/, stderr: "" }, "--version too");

  t.strictSame(
    await outcome(["--", ...shell("printf %s out; exit 4")]),
    { exit: "code 4", stdout: "out", stderr: "" },
    "-- before the agent is left out",
  );
  t.strictSame(
    await outcome([...shell('echo "$0 $*"'), "--help", "--trace", "--"]),
    { exit: "code 0", stdout: "--help --trace --\n", stderr: "" },
    "what follows the agent is the agent's",
  );
  t.strictSame(
    await outcome(shell("exit 4"), {
      ...process.env,
      ACP_TEE_EVENTS: "/nonexistent/events",
      ACP_TEE_TRACE: "/",
      AEP_RELAY: "no address",
      AEP_CAPTURE: "everything",
    }),
    { exit: "code 4", stdout: "", stderr: "" },
    "variables of missing sinks never stop an agent",
  );
});
