import { within } from "./deadline.js";
import type { Editor, LaunchOptions } from "./editor.js";
import { fixture, shell } from "./subject.js";

/** Starts an agent, directly or behind something. */
export type Launch = (agent: readonly string[], options?: LaunchOptions) => Promise<Editor>;

/** What an editor can see of one agent's life. */
export type Sight = Readonly<Record<string, string | number | boolean>>;

/** One situation of an agent's life; its name completes "shows the client the same when …". */
export interface Situation {
  readonly name: string;
  /** Is it about nothing but how the agent ends, whatever it is connected with? */
  readonly isExitOnly?: boolean;
  look(start: Launch): Promise<Sight>;
}

/** The situations of an agent's life that a process in the middle is apt to get wrong. */
export const PROCESS_MATRIX: readonly Situation[] = [
  ending("the agent exits with a code", "echo out; echo err >&2; exit 7"),
  ending("the agent exits at once", "exit 0"),
  ending("the agent dies by SIGTERM", "echo out; kill -TERM $$"),
  ending("the agent dies by SIGKILL", "echo out; kill -KILL $$"),
  ending("the agent dies by SIGSEGV", "echo out; kill -SEGV $$"),
  ending("the agent dies by SIGPIPE", "echo out; kill -PIPE $$"),
  ending("the agent dies by SIGINT", "echo out; kill -INT $$"),
  {
    name: "the editor sends SIGTERM to the process",
    isExitOnly: true,
    async look(start) {
      const editor = await start(fixture("counts-signals"));
      await editor.sees("ready");
      editor.kill("SIGTERM");
      return { exit: await editor.exit, stdout: await editor.stdout };
    },
  },
  {
    name: "the editor sends SIGTERM to the process group",
    isExitOnly: true,
    async look(start) {
      const editor = await start(fixture("counts-signals"), { detached: true });
      await editor.sees("ready");
      process.kill(-(editor.child.pid ?? 0), "SIGTERM");
      const exit = await editor.exit;
      return { exit, times: (await editor.stdout).split("SIGTERM").length - 1 };
    },
  },
  {
    name: "the editor sends SIGKILL",
    async look(start) {
      const editor = await start(shell("echo ready; while read -r _; do :; done; echo 'stdin ended' >&2"));
      await editor.sees("ready");
      editor.kill("SIGKILL");
      return { exit: await editor.exit, stderr: await editor.stderr };
    },
  },
  {
    name: "a grandchild goes on with the agent's stdin and stdout",
    async look(start) {
      const editor = await start(shell("exec 3<&0; (cat <&3; echo late) & echo early; exit 4"));
      const exit = await editor.exit;
      editor.input.end("asked late\n");
      return { exit, stdout: await editor.stdout };
    },
  },
  {
    name: "the agent closes stdout and lives on",
    async look(start) {
      const editor = await start(shell("echo out; exec >&-; cat >/dev/null; exit 5"));
      const stdout = await editor.stdout;
      editor.input.end();
      return { stdout, exit: await editor.exit };
    },
  },
  {
    name: "the agent closes stderr and lives on",
    async look(start) {
      const editor = await start(shell("echo err >&2; exec 2>&-; cat >/dev/null; exit 5"));
      const stderr = await editor.stderr;
      editor.input.end();
      return { stderr, exit: await editor.exit };
    },
  },
  {
    name: "the editor closes its end of stdout",
    async look(start) {
      const editor = await start(shell("while :; do echo more; done"));
      await editor.sees("more");
      editor.output.destroy();
      return { exit: await editor.exit };
    },
  },
  {
    name: "the editor closes its end of stdout and the agent ignores SIGPIPE",
    async look(start) {
      const editor = await start(shell("trap '' PIPE; while echo more 2>/dev/null; do :; done; exit 6"));
      await editor.sees("more");
      editor.output.destroy();
      return { exit: await editor.exit };
    },
  },
  {
    name: "the agent closes stdin and lives on",
    async look(start) {
      const editor = await start(shell("exec <&-; echo closed; while sleep 0.02; do :; done"));
      await editor.sees("closed");
      const writing = setInterval(() => editor.input.write("anybody there?\n"), 5);
      const error = await within("an error on stdin", editor.inputError);
      clearInterval(writing);
      editor.kill("SIGTERM");
      return { error, exit: await editor.exit };
    },
  },
  {
    name: "the editor closes stdin and the agent answers afterwards",
    async look(start) {
      const editor = await start(shell("cat; echo after; exit 3"));
      editor.input.end("before\n");
      return { stdout: await editor.stdout, exit: await editor.exit };
    },
  },
  {
    name: "the agent exits right after 1 MB and the editor reads slowly",
    async look(start) {
      const editor = await start(shell("head -c 1000000 /dev/zero; exit 2"));
      editor.output.on("data", () => {
        editor.output.pause();
        setTimeout(() => editor.output.resume(), 2);
      });
      return { bytes: (await editor.stdout).length, exit: await editor.exit };
    },
  },
  {
    name: "stdin is /dev/null",
    async look(start) {
      const editor = await start(shell("cat; exit 8"), { stdin: "ignore" });
      return { stdout: await editor.stdout, exit: await editor.exit };
    },
  },
  {
    name: "there is no such command",
    isExitOnly: true,
    async look(start) {
      const editor = await start(["no-such-command"]);
      return { exit: await editor.exit, stdout: await editor.stdout };
    },
  },
];

/** An agent that ends by itself while its stdin is open. */
function ending(name: string, script: string): Situation {
  return {
    name,
    isExitOnly: true,
    async look(start) {
      const editor = await start(shell(script));
      return { exit: await editor.exit, stdout: await editor.stdout, stderr: await editor.stderr };
    },
  };
}
