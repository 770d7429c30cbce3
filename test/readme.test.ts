import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "tap";
import { runCli } from "./cli/run.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const readme = readFileSync(`${root}README.md`, "utf8");

/** A command and the output that the README shows for it. */
interface Shown {
  readonly args: readonly string[];
  readonly lines: readonly string[];
}

const shown: readonly Shown[] = [
  ...readme.matchAll(/<!-- shown: acp-assay (.+?) -->\n```\n([\s\S]+?)\n```/g),
].map(([, command = "", block = ""]) => ({
  args: command.split(" "),
  lines: block.split("\n").filter((line) => line !== ""),
}));

test("the README shows output", async (t) => {
  t.equal(shown.length, 2);
});

for (const { args, lines } of shown) {
  test(`the README shows what acp-assay ${args.join(" ")} prints`, async (t) => {
    const { stderr } = await runCli(args, root);

    const printed = stderr.split("\n").map(steady);
    let place = 0;
    for (const line of lines) {
      const wanted = steady(line);
      const found = printed.findIndex((text, at) => at >= place && matches(text, wanted));
      t.not(found, -1, `prints, in this order: ${line}`);
      place = found === -1 ? place : found + 1;
    }
  });
}

test("every file that the README links to is there", async (t) => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, link = ""]) => link);

  t.ok(links.length > 3);
  for (const link of links) t.doesNotThrow(() => readFileSync(`${root}${link}`), link);
});

/** Without what differs from run to run: versions of Node, times, session ids, frame numbers. */
function steady(line: string): string {
  return line
    .trim()
    .replace(/node v\S+/, "node v")
    .replace(/\d+\.\d s/, "N s")
    .replace(/#\d+/, "#N")
    .replace(/"id":\d+/, '"id":N')
    .replace(/"sessionId":"\w*"?/, '"sessionId":"ID');
}

/** A line that the README cuts with … shows the beginning. */
function matches(text: string, wanted: string): boolean {
  return text.startsWith(wanted.replace(/…$/, ""));
}
