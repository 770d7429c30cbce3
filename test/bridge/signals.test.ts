import { setTimeout as delay } from "node:timers/promises";
import { test } from "tap";
import { type Editor, launch } from "./editor.js";
import { behindTee, fixture, shell } from "./subject.js";

const SIGNALS = ["SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGWINCH", "SIGTERM"] as const;

test("acp-tee and signals sent to its process", async (t) => {
  const start = (agent: readonly string[]): Promise<Editor> =>
    launch((stop) => t.teardown(stop), "sockets", behindTee(agent));

  const counting = await start(fixture("counts-signals"));
  await counting.sees("ready");
  for (const signal of SIGNALS) {
    counting.kill(signal);
    await counting.sees(signal);
  }
  t.equal(
    await counting.stdout,
    ["ready", ...SIGNALS, ""].join("\n"),
    "each reaches the agent, once, and in order",
  );
  t.equal(await counting.exit, "code 9", "and the agent decides how it ends");

  const unread = shell("echo ready; head -c 1000000 /dev/zero; exit 3");
  const stalled = await start(unread);
  await stalled.sees("ready");
  stalled.output.pause();
  // Until the agent, and with it the tee, has filled whatever lies between them and us.
  await delay(500);
  stalled.kill("SIGTERM");
  t.equal(
    await stalled.exit,
    "SIGTERM",
    "a client that asked for the end and reads no more does not keep the process alive",
  );
});
