import { execFileSync } from "node:child_process";
import { test } from "tap";
import { quoteAll, withAgent } from "../../src/driver/subject-argv.js";

const agent = ["node", "my agent.js", "--s"];

test("withAgent() puts the agent where the subject wants it", async (t) => {
  t.same(withAgent(["bridge", "-v"], agent), ["bridge", "-v", ...agent], "at the end, when it has no place");
  t.same(withAgent(["bridge", "{agent}", "-v"], agent), ["bridge", ...agent, "-v"]);
  t.same(withAgent(["bridge", "{agent}", "{agent}"], agent), ["bridge", ...agent, ...agent]);
  t.same(withAgent(["acpx", "--agent", "{agent-command}"], agent), [
    "acpx",
    "--agent",
    "node 'my agent.js' --s",
  ]);
  t.same(withAgent(["sh", "-c", "exec {agent-command} 2>&1"], agent), [
    "sh",
    "-c",
    "exec node 'my agent.js' --s 2>&1",
  ]);
  t.throws(() => withAgent(["sh", "-c", "exec {agent}"], agent), {
    code: "usage",
    message: /has to be \{agent-command\}/,
  });
  t.same(withAgent(["bridge", "--template={agent}", "{agent}"], agent), [
    "bridge",
    "--template={agent}",
    ...agent,
  ]);
  t.same(withAgent(["bridge", "{agent-command}"], ["$&", "$1"]), ["bridge", "'$&' '$1'"]);
});

test("withAgent() refuses a subject that is only the agent", async (t) => {
  t.throws(() => withAgent(["{agent}"], agent), {
    code: "usage",
    message: 'The subject is only "{agent}": give the command of the bridge',
  });
});

test("a shell reads back from quoteAll() the arguments that went in", async (t) => {
  const hard = [
    ...[
      "",
      " ",
      "a b",
      "it's",
      "''",
      '"',
      "\\",
      "\\'",
      "$HOME",
      "$(id)",
      "`id`",
      "*",
      "~",
      "#x",
      "!",
      "a\nb",
    ],
    ...["\t", ";", "&&", "|", ">", "<", "{a,b}", "-n", "%s", "é", "\u2028", "a=b", "/usr/bin/x", "{agent}"],
  ];

  const script = `for argument in ${quoteAll(hard)}; do printf '%s\\0' "$argument"; done`;
  const read = execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);

  t.same(read, hard);
  t.equal(
    quoteAll(["/usr/bin/node", "a-b_c.js", "x=1"]),
    "/usr/bin/node a-b_c.js x=1",
    "plain words stay plain",
  );
});
