import { setTimeout as delay } from "node:timers/promises";
import { test } from "tap";
import { type Editor, launch } from "./editor.js";
import { behindTee, fixture, shell, TEE_MODES } from "./subject.js";

const SIGNALS = ["SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGWINCH", "SIGTERM"] as const;

for (const mode of TEE_MODES) {
  test(`acp-tee as ${mode}: signals sent to its process`, async (t) => {
    const counting = await launch(
      (stop) => t.teardown(stop),
      "sockets",
      behindTee(fixture("counts-signals"), mode),
    );

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
  });
}

test("acp-tee as front: signals sent to its process group", async (t) => {
  const editor = await launch((stop) => t.teardown(stop), "sockets", behindTee(fixture("counts-signals")), {
    detached: true,
  });

  await editor.sees("ready");
  for (const signal of SIGNALS) {
    process.kill(-(editor.child.pid ?? 0), signal);
    await editor.sees(signal);
  }

  t.equal(await editor.stdout, ["ready", ...SIGNALS, ""].join("\n"), "each reaches the agent exactly once");
  t.equal(await editor.exit, "code 9", "and its last words arrive");
});

test("acp-tee as parent: a client that reads no more", async (t) => {
  const start = (agent: readonly string[]): Promise<Editor> =>
    launch((stop) => t.teardown(stop), "sockets", behindTee(agent, "parent"));

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
