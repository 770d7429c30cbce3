import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { test } from "tap";
import { atOnce } from "./at-once.js";
import { type Editor, launch } from "./editor.js";
import { receivedSignals, TARGETS, WAYS } from "./signal-table.js";
import { behindTee, shell } from "./subject.js";

const PAGE = fileURLToPath(new URL("../../../docs/acp-tee.md", import.meta.url));

test("what an agent receives of each signal is what docs/acp-tee.md shows", async (t) => {
  const rows = readFileSync(PAGE, "utf8").split("\n");
  for (const target of TARGETS) {
    const works = WAYS.map((way) => () => receivedSignals(way, target, (stop) => t.teardown(stop)));
    const [direct, front, parent] = await atOnce(works.length, works);
    t.strictSame(front, direct, `the ${target}: as front the same as without acp-tee`);
    for (const [signal, expected] of direct ?? []) {
      const seen = parent?.get(signal);
      const start = `| ${signal} | the ${target} | ${expected} | ${front?.get(signal)} | `;
      const row = rows.find((text) => text.startsWith(start)) ?? "";
      // Two that arrive before either is delivered are one.
      const isShown =
        row === `${start}${seen} |` ||
        (/^(once|twice)$/.test(seen ?? "") && row === `${start}once or twice |`);
      t.ok(isShown, `${start}${seen} |`);
    }
  }
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
