import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { test } from "tap";
import { hasAnonymousPipes } from "./anonymous-pipe.js";
import { within } from "./deadline.js";
import { type Editor, launch } from "./editor.js";
import { behindTee, shell } from "./subject.js";

const MEBIBYTE = 1_048_576;
const MEGABYTES_EACH_WAY = 50;
const FLOOD_BYTES = 200 * MEBIBYTE;

/** PERF target: resident memory stays below this whatever the reader does; bare Node takes about 45 MB of it. */
const MEMORY_LIMIT_KB = 128 * 1_024;

for (const wire of hasAnonymousPipes ? (["sockets", "pipes"] as const) : (["sockets"] as const)) {
  test(`random bytes both ways over ${wire}`, async (t) => {
    const editor = await launch((stop) => t.teardown(stop), wire, behindTee(shell("cat")), {
      collect: false,
    });
    const sent = createHash("sha256");
    const received = createHash("sha256");
    editor.output.on("data", (chunk: Buffer) => received.update(chunk));

    for (let megabyte = 0; megabyte < MEGABYTES_EACH_WAY; megabyte += 1) {
      const chunk = randomBytes(MEBIBYTE);
      sent.update(chunk);
      if (!editor.input.write(chunk)) await within("room on stdin", once(editor.input, "drain"));
    }
    editor.input.end();
    await within("the end of stdout", once(editor.output, "close"));

    t.equal(received.digest("hex"), sent.digest("hex"), "arrive unchanged");
  });
}

test("a client that does not read", { skip: !hasAnonymousPipes && "no /proc" }, async (t) => {
  const agent = shell(`head -c ${FLOOD_BYTES} /dev/zero; exit 3`);
  const editor = await launch((stop) => t.teardown(stop), "pipes", behindTee(agent), { collect: false });
  let bytes = 0;
  let peakKb = 0;
  editor.output.on("data", (chunk: Buffer) => {
    if (bytes < FLOOD_BYTES / 2 && bytes + chunk.length >= FLOOD_BYTES / 2) peakKb = peakMemoryKb(editor);
    bytes += chunk.length;
  });
  await within("the first byte", once(editor.output, "data"));
  editor.output.pause();
  // Long enough for a process without backpressure to take in everything.
  await delay(700);

  t.ok(bytes < FLOOD_BYTES / 10, "makes the agent wait");
  t.ok(peakMemoryKb(editor) < MEMORY_LIMIT_KB, "does not make the tee's memory grow");
  editor.output.resume();
  await within("the end of stdout", once(editor.output, "close"));
  t.equal(bytes, FLOOD_BYTES, "gets every byte once it reads");
  t.ok(peakKb < MEMORY_LIMIT_KB, "nor does it grow while reading");
  t.equal(await editor.exit, "code 3");
});

test("an agent that does not read", { skip: !hasAnonymousPipes && "no /proc" }, async (t) => {
  const agent = shell("trap 'exec wc -c' USR1; echo ready; while sleep 0.02; do :; done");
  const editor = await launch((stop) => t.teardown(stop), "pipes", behindTee(agent));
  await editor.sees("ready");
  let isTaken = false;
  editor.input.write(Buffer.alloc(FLOOD_BYTES), () => {
    isTaken = true;
  });
  await delay(700);

  t.notOk(isTaken, "makes the client wait");
  t.ok(peakMemoryKb(editor) < MEMORY_LIMIT_KB, "does not make the tee's memory grow");
  editor.kill("SIGUSR1");
  editor.input.end();
  t.equal(await editor.stdout, `ready\n${FLOOD_BYTES}\n`, "gets every byte once it reads");
});

test("a client that closes stdin while the agent lives on", {
  skip: !hasAnonymousPipes && "no /proc",
}, async (t) => {
  const editor = await launch(
    (stop) => t.teardown(stop),
    "pipes",
    behindTee(shell("cat; echo ended; sleep 1")),
  );
  editor.input.end();
  await editor.sees("ended");
  const before = processorTicks(editor);
  await delay(600);

  t.ok(processorTicks(editor) - before < 10, "does not make the tee spin");
  t.equal(await editor.exit, "code 0");
});

/** User and system time in clock ticks, of which there are 100 a second (proc(5), /proc/pid/stat). */
function processorTicks(editor: Editor): number {
  const status = readFileSync(`/proc/${editor.child.pid}/stat`, "utf8");
  const [, , , , , , , , , , , user, system] = status.slice(status.lastIndexOf(")")).split(" ");
  return Number(user) + Number(system);
}

function peakMemoryKb(editor: Editor): number {
  const status = readFileSync(`/proc/${editor.child.pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]);
}
