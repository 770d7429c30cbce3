import { openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Editor } from "./editor.js";
import type { Launch, Sight } from "./process-matrix.js";
import { fixture, shell } from "./subject.js";

/** How the naive bridge of fixtures/ moves bytes and ends. */
export type Flavour = "close" | "exit" | "sockets" | "strings";

/** A trap of stdio in Node: what a client sees, and the flavour of naive bridge that shows it something else. */
export interface Pitfall {
  readonly name: string;
  readonly flavour: Flavour;
  look(start: Launch): Promise<Sight>;
}

/** Between two reads of a slow reader: long enough for every writer to fill the pipe in between. */
const SLOW_MS = 20;

/** Where the naive bridge never shows what it should, the agent leaves by itself and says so, so that no test waits. */
const LEAVE = "sleep 1; echo leaving >&2; exit 5";

/** Each was reproduced with the naive bridge, and is reproduced again whenever the tests run. */
export const PITFALLS: readonly Pitfall[] = [
  {
    name: "stderr stays blocking: no byte of a big write to a slow reader is lost",
    flavour: "close",
    async look(start) {
      const editor = await start(shell("read -r _; head -c 400000 /dev/zero >&2"));
      readSlowly(editor.errors);
      editor.input.write("\n");
      return { exit: await editor.exit, bytes: (await editor.stderr).length };
    },
  },
  {
    name: "the exit waits for the last byte",
    flavour: "exit",
    async look(start) {
      const editor = await start(shell("head -c 500000 /dev/zero; exit 2"));
      readSlowly(editor.output);
      return { bytes: (await editor.stdout).length, exit: await editor.exit };
    },
  },
  {
    name: "an agent that closes stdout is seen to do so",
    flavour: "close",
    async look(start) {
      const editor = await start(shell(`exec >&-; ${LEAVE}`));
      const first = await firstOf({ "end of stdout": editor.stdout, leaving: editor.seesError("leaving") });
      return { first, exit: await editor.exit };
    },
  },
  {
    name: "an agent that closes stdin is seen to do so",
    flavour: "close",
    async look(start) {
      const editor = await start(shell(`exec <&-; echo closed; ${LEAVE}`));
      await editor.sees("closed");
      const writing = setInterval(() => editor.input.write("anybody there?\n"), 5);
      const first = await firstOf({ EPIPE: editor.inputError, leaving: editor.seesError("leaving") });
      clearInterval(writing);
      return { first, exit: await editor.exit };
    },
  },
  {
    name: "a grandchild that holds stdout does not hold up the exit, and its late output arrives",
    flavour: "close",
    async look(start) {
      const editor = await start(shell("(sleep 1; echo late) & exit 4"));
      const first = await firstOf({ exit: editor.exit, late: editor.sees("late") });
      return { first, exit: await editor.exit, stdout: await editor.stdout };
    },
  },
  {
    name: "SIGTERM is the agent's to answer",
    flavour: "close",
    async look(start) {
      const editor = await start(fixture("counts-signals"));
      await editor.sees("ready");
      editor.kill("SIGTERM");
      return { exit: await editor.exit };
    },
  },
  {
    name: "an agent that died by SIGPIPE is seen to have died",
    flavour: "close",
    look: async (start) => ({ exit: await (await start(shell("kill -PIPE $$"))).exit }),
  },
  {
    name: "a client that reads no more is the agent's to handle",
    flavour: "close",
    async look(start) {
      const editor = await start(shell("trap '' PIPE; while echo more 2>/dev/null; do :; done; exit 6"));
      await editor.sees("more");
      editor.output.destroy();
      return { exit: await editor.exit };
    },
  },
  {
    name: "stdin may be /dev/null",
    flavour: "sockets",
    async look(start) {
      const editor = await start(shell("cat; exit 8"), { stdin: "ignore" });
      return { exit: await editor.exit, stdout: await editor.stdout };
    },
  },
  {
    name: "stdin may be a file",
    flavour: "sockets",
    async look(start) {
      const file = openSync(fileURLToPath(import.meta.url), "r");
      const editor = await start(shell("cat"), { stdin: file });
      return { exit: await editor.exit, stdout: await editor.stdout };
    },
  },
  {
    name: "bytes that are no text, and characters cut in two, stay what they are",
    flavour: "strings",
    async look(start) {
      const editor = await start(shell("cat"));
      editor.input.write(Buffer.from("<\xff\xfe\xc3", "latin1"));
      await editor.sees("<");
      editor.input.end(Buffer.from("\xa9>", "latin1"));
      return { stdout: await editor.stdout };
    },
  },
];

function readSlowly(stream: Editor["output"]): void {
  stream.on("data", () => {
    stream.pause();
    setTimeout(() => stream.resume(), SLOW_MS);
  });
}

/** The name of what happened first. */
function firstOf(events: Readonly<Record<string, Promise<unknown>>>): Promise<string> {
  return Promise.race(Object.entries(events).map(([name, event]) => event.then(() => name)));
}
