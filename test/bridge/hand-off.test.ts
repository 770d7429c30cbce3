import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { launch } from "./editor.js";
import { AGENT, copyObserved, NOWHERE, play } from "./hand-off.js";
import { behindTee, TEE_MODES } from "./subject.js";

// hand-off.long.ts has more of the surroundings in which observing may have something to trip over.
for (const mode of TEE_MODES) {
  test(`an observing acp-tee as ${mode} in a directory that is gone`, async (t) => {
    const folder = t.testdir({});
    const argv = behindTee(["--events", "events", "--trace", "trace", ...AGENT], mode);
    t.equal(await play(t, [...NOWHERE, ...argv], folder), "said code 7");
  });
}

test("a thread that dies in the middle of a line is followed by one that begins with the next line", async (t) => {
  const folder = t.testdir({});
  const place = copyObserved(folder);
  const observer = readFileSync(place, "utf8");
  // The first thread takes what is there and dies; the second is the real one.
  const dying = `import { workerData as given } from "node:worker_threads";
    if (!given.isSecond) {
      const words = new Int32Array(given.memory.words);
      while (Atomics.load(words, 2) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      Atomics.store(words, 3, Atomics.load(words, 2));
      process.exit(1);
    }\n`;
  writeFileSync(place, dying + observer);
  const trace = join(folder, "trace");
  const program = join(folder, "acp-tee.cjs");
  const argv = behindTee(["--trace", trace, "--drain", "9000", "cat"], "parent", program);
  const editor = await launch((stop) => t.teardown(stop), "sockets", argv);
  editor.input.write("the first ha");
  await editor.sees("the first ha");
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  editor.input.end("lf\nwhole\n");
  await editor.exit;
  const [gap, line] = readFileSync(trace, "utf8")
    .split("\n")
    .filter((text) => text.includes('"c2a"'));
  t.match(JSON.parse(gap ?? ""), { droppedLines: 1, droppedBytes: 3 });
  t.match(JSON.parse(line ?? ""), { line: "whole" });
});
