import { type Test, test } from "tap";
import { launch } from "./editor.js";
import { behindTee, TEE_MODES, type TeeMode } from "./subject.js";

/** Options that are refused, and what is said about them; an environment stands before its options as NAME=VALUE. */
const WRONG: readonly (readonly [line: string, message: string])[] = [
  ["--trace=", "--trace: needs a value"],
  ["--capture loud", '--capture: "loud" is none of none, metadata, redacted, full'],
  ["--capture=", "--capture: needs a value"],
  ["AEP_CAPTURE=loud", 'AEP_CAPTURE: "loud" is none of none, metadata, redacted, full'],
  ["--deltas=1", "--deltas: takes no value"],
  ["--drain soon", '--drain: "soon" is no whole number from 0 to 999999'],
  ["--drain 1000000", '--drain: "1000000" is no whole number from 0 to 999999'],
  ["--drain -1", '--drain: "-1" is no whole number from 0 to 999999'],
  ["--max-file-bytes 99999", '--max-file-bytes: "99999" is no whole number from 100000 to 999999999999999'],
  ["--relay here", '--relay: "here" is no http or https URL'],
  ["--relay ftp://127.0.0.1/", '--relay: "ftp://127.0.0.1/" is no http or https URL'],
  ["--relay http://127.0.0.1:65536", '--relay: "http://127.0.0.1:65536" is no http or https URL'],
  ["AEP_RELAY=here", 'AEP_RELAY: "here" is no http or https URL'],
  [
    "--receiver https://127.0.0.1:19050",
    '--receiver: "https://127.0.0.1:19050" is no http URL of this machine, such as http://127.0.0.1:19050',
  ],
  [
    "--receiver http://example.org",
    '--receiver: "http://example.org" is no http URL of this machine, such as http://127.0.0.1:19050',
  ],
  [
    "--receiver http://localhost.example.org:1",
    '--receiver: "http://localhost.example.org:1" is no http URL of this machine, such as http://127.0.0.1:19050',
  ],
  ["--relay http://256.1.1.1", '--relay: "http://256.1.1.1" is no http or https URL'],
  ["--relay http://example.9", '--relay: "http://example.9" is no http or https URL'],
  ["--trace x --colour", "--colour: unknown option"],
  ["--trace x --help", "--help: unknown option"],
  ["-t", "-t: unknown option"],
];

/** Options with which the agent runs as it would without them. */
const RIGHT: readonly string[] = [
  "",
  "--",
  "--trace /proc/none/x",
  "--trace=/proc/none/x --",
  "ACP_TEE_TRACE=/proc/none/x",
  "ACP_TEE_TRACE=",
  "--events /proc/none/x --capture full --deltas --state-dir /proc/none/y",
  "--relay http://127.0.0.1:9/a/b --token a=b --drain 0",
  "--relay http://10.0.0.255:9 --state-dir /proc/none",
  "--receiver http://localhost:9/ --max-file-bytes 100000",
  "--receiver http://[::1]:9",
  "AEP_RELAY=https://[::1]:9 AEP_ACP_DELTAS=0",
  "--journal /proc/none/x --trace-redacted /proc/none/x",
];

for (const mode of TEE_MODES) {
  test(`acp-tee as ${mode} names a wrong option and starts no agent`, async (t) => {
    const runs = WRONG.map(async ([line, message]) => {
      t.strictSame(
        await run(t, mode, line),
        { exit: "code 125", stdout: "", stderr: `acp-tee: ${message}\n` },
        line,
      );
    });
    await Promise.all(runs);
  });

  test(`acp-tee as ${mode} runs the agent with any right option, and without those`, async (t) => {
    const runs = RIGHT.map(async (line) => {
      t.strictSame(
        await run(t, mode, line),
        { exit: "code 3", stdout: "[--trace][a b][]", stderr: "" },
        line,
      );
    });
    await Promise.all(runs);
  });
}

async function run(t: Test, mode: TeeMode, line: string): Promise<object> {
  const words = line.split(" ").filter((word) => word !== "");
  const variables = words.filter((word) => /^[A-Z]/.test(word)).map((word) => word.split("="));
  const options = words.filter((word) => !/^[A-Z]/.test(word));
  // The agent's own option is none of the tee's.
  const agent = ["sh", "-c", "printf '[%s]' \"$@\"; exit 3", "sh", "--trace", "a b", ""];
  const env = { ...process.env, ...Object.fromEntries(variables) };
  const editor = await launch(
    (stop) => t.teardown(stop),
    "sockets",
    behindTee([...options, ...agent], mode),
    { env },
  );
  editor.input.end();
  const [exit, stdout, stderr] = await Promise.all([editor.exit, editor.stdout, editor.stderr]);
  return { exit, stdout, stderr };
}
