import { readdirSync } from "node:fs";
import { test } from "tap";
import { launch } from "./editor.js";
import { behindTee, fixture, shell } from "./subject.js";

const ARGUMENTS = [
  "",
  " ",
  "two words",
  "'",
  '"',
  "\\",
  "$HOME",
  "*",
  "`id`",
  ";",
  "\n",
  "--",
  "-x",
  "é 漢 🙂",
  "a=b",
];

test("an agent behind acp-tee", async (t) => {
  const directory = t.testdir({ "a b é": {}, temporary: {} });
  const options = {
    cwd: `${directory}/a b é`,
    env: {
      ...process.env,
      EMPTY: "",
      QUOTES: `'"\\`,
      LINES: "one\ntwo",
      WORLD: "é 漢 🙂",
      AEP_TOKEN: "x",
      tee_in: "a variable that the front uses itself",
      TMPDIR: `${directory}/temporary`,
    },
  };
  const read = async (argv: readonly string[]): Promise<string> => {
    const editor = await launch((stop) => t.teardown(stop), "sockets", argv, options);
    return editor.stdout;
  };

  const printer = fixture("prints-itself", ...ARGUMENTS);
  t.strictSame(
    JSON.parse(await read(behindTee(printer))),
    JSON.parse(await read(printer)),
    "is given the same arguments, environment and working directory",
  );

  const descriptors = shell(
    "for fd in /proc/$$/fd/*; do echo $fd | sed 's/.*fd.//'; done; cut -d' ' -f5 /proc/$$/stat",
  );
  t.equal(
    await read(behindTee(descriptors)),
    await read(descriptors),
    "has the same descriptors open and is in the same process group",
  );

  const reopening = shell("exec </dev/stdin; echo opened; cat");
  const editor = await launch((stop) => t.teardown(stop), "sockets", behindTee(reopening), options);
  // A named FIFO without a writer cannot be opened, so this holds as long as the client has not closed stdin.
  await editor.sees("opened");
  editor.input.end("read again");
  t.equal(await editor.stdout, "opened\nread again", "can open /dev/stdin, because its stdin is a pipe");

  t.equal(
    await read(behindTee(shell("ls -A $TMPDIR"))),
    "",
    "finds no temporary file of the tee while it runs",
  );
  t.strictSame(readdirSync(`${directory}/temporary`), [], "nor is one left afterwards");
});

test("a tee that is killed leaves no temporary file behind", async (t) => {
  const directory = t.testdir({});
  const env = { ...process.env, TMPDIR: directory };
  const agent = shell("echo ready; cat >/dev/null");
  const editor = await launch((stop) => t.teardown(stop), "sockets", behindTee(agent), { env });
  await editor.sees("ready");
  editor.kill("SIGKILL");
  await editor.exit;

  t.strictSame(readdirSync(directory), []);
});
