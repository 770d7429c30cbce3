import { spawnSync } from "node:child_process";
import { closeSync, constants, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { hasAnonymousPipes } from "./anonymous-pipe.js";
import { type Editor, type LaunchOptions, launch, type Wire } from "./editor.js";
import { behindTee, shell } from "./subject.js";

/** More than any pipe or socket between us and the subject holds. */
const MUCH = 400_000;

const wire: Wire = hasAnonymousPipes ? "pipes" : "sockets";

test("acp-tee where the client is no pair of pipes", async (t) => {
  const directory = t.testdir({ input: "from a file" });
  const start = (argv: readonly string[], options: LaunchOptions = {}): Promise<Editor> =>
    launch((stop) => t.teardown(stop), wire, argv, options);

  const output = openSync(join(directory, "output"), "w");
  const input = openSync(join(directory, "input"), "r");
  const files = await start(behindTee(shell("cat; printf %s ' to a file'; exit 3")), {
    stdin: input,
    stdout: output,
  });
  t.equal(await files.exit, "code 3", "files: the exit is the agent's");
  t.equal(
    readFileSync(join(directory, "output"), "utf8"),
    "from a file to a file",
    "files: all bytes arrive",
  );

  const fifo = join(directory, "fifo");
  spawnSync("mkfifo", [fifo]);
  const reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(fifo, constants.O_WRONLY);
  writeSync(writer, "from a FIFO");
  closeSync(writer);
  const departed = await start(behindTee(shell("cat")), { stdin: reader });
  t.equal(await departed.stdout, "from a FIFO", "a FIFO whose writer has gone: its bytes and its end arrive");

  const ignored = await start(behindTee(shell("head -c 1000000 /dev/zero; exit 3")), { stdout: "ignore" });
  t.equal(await ignored.exit, "code 3", "/dev/null as stdout: the exit is the agent's");

  const full = openSync("/dev/full", "w");
  const refused = await start(
    behindTee(shell("trap '' PIPE; while echo more 2>/dev/null; do :; done; exit 6")),
    {
      stdout: full,
    },
  );
  t.equal(await refused.exit, "code 6", "a full disk: the agent sees that nobody takes its output");
});

test("acp-tee and descriptions that others share", async (t) => {
  const start = async (script: string, agent: readonly string[]): Promise<Editor> => {
    const editor = await launch((stop) => t.teardown(stop), wire, [...shell(script), ...behindTee(agent)]);
    readSlowly(editor);
    return editor;
  };

  const merged = await start('exec "$0" "$@" 2>&1', shell(`head -c ${MUCH} /dev/zero >&2; exit 3`));
  t.equal((await merged.stdout).length, MUCH, "stderr that is stdout as well stays blocking");
  t.equal(await merged.exit, "code 3");

  for (const [ending, script] of [
    ["exits", "exit 0"],
    ["is killed", "kill -KILL $$"],
  ] as const) {
    const next = await start(`"$0" "$@" 2>/dev/null; head -c ${MUCH} /dev/zero`, shell(script));
    t.equal(
      (await next.stdout).length,
      MUCH,
      `stdout is left blocking for whoever uses it after an agent that ${ending}`,
    );
  }
});

test("acp-tee on a terminal", { skip: !hasScript() && "no script(1) to make one" }, async (t) => {
  const agent = behindTee(["sh", "-c", "read -r line; echo agent got $line; exit 3"]);
  const quoted = agent.map((argument) => `'${argument}'`).join(" ");
  const editor = await launch((stop) => t.teardown(stop), "sockets", [
    "script",
    "--quiet",
    "--return",
    "--command",
    quoted,
    "/dev/null",
  ]);
  editor.input.write("typed\n");

  await editor.sees("agent got typed");
  t.equal(await editor.exit, "code 3");
});

function readSlowly(editor: Editor): void {
  editor.output.on("data", () => {
    editor.output.pause();
    setTimeout(() => editor.output.resume(), 10);
  });
}

function hasScript(): boolean {
  return spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;
}
