import { once } from "node:events";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Test, test } from "tap";
import { SubjectProcess } from "../../src/driver/subject-process.js";
import { isAlive, isGone } from "./process-state.js";
import { shell } from "./shell.js";

async function start(t: Test, argv: readonly string[]): Promise<SubjectProcess> {
  const subject = await SubjectProcess.start({ argv });
  t.teardown(() => subject.destroy());
  return subject;
}

/** The process ids that a subject prints, one a line. */
async function printedPids({ stdout }: SubjectProcess, count: number): Promise<number[]> {
  const pids: number[] = [];
  for await (const line of createInterface({ input: stdout })) {
    pids.push(Number(line));
    if (pids.length === count) break;
  }
  return pids;
}

test("a command that cannot be started is one clear fault", async (t) => {
  const folder = t.testdir({ "no-program": "text", file: "" });
  const noProgram = join(folder, "no-program");
  chmodSync(noProgram, 0o644);
  const inFile = join(folder, "file", "x");

  const cases = [
    [["acp-assay-no-such-command"], /^Cannot start "acp-assay-no-such-command": command not found$/],
    [[noProgram], /^Cannot start ".*no-program": not executable$/],
    [[inFile], /^Cannot start ".*x": a part of its path is not a directory$/],
    [[""], /^Cannot start "": /],
    [["true", "x".repeat(4_000_000)], /^Cannot start "true": .*E2BIG/],
  ] as const;
  for (const [argv, message] of cases) {
    await t.rejects(SubjectProcess.start({ argv }), { name: "Fault", code: "untestable", message });
  }
  await t.rejects(SubjectProcess.start({ argv: [] }), { code: "usage", message: /^No subject/ });
});

test("a subject runs in its own folder and environment, without a shell", async (t) => {
  const folder = t.testdir({ here: "" });
  const subject = await SubjectProcess.start({
    argv: [
      process.execPath,
      "-p",
      "process.argv[1] + process.env.WORD + require('fs').existsSync('here')",
      "$HOME *",
    ],
    cwd: folder,
    env: { WORD: "-word-" },
  });
  t.teardown(() => subject.destroy());

  const [output] = await once(subject.stdout, "data");

  t.equal(String(output), "$HOME *-word-true\n");
  t.same(await subject.exited, { code: 0, signal: null });
});

test("a subject that leaves at the end of its input ends by itself, and its exit is told", async (t) => {
  const subject = await start(t, shell("cat >/dev/null", "exit 7"));
  t.equal(subject.exit, undefined);

  t.equal(await subject.stop(20_000), "by itself");
  t.same(subject.exit, { code: 7, signal: null });
});

test("a subject that ignores the end of its input gets SIGTERM", async (t) => {
  const subject = await start(t, shell("exec sleep 600"));

  t.equal(await subject.stop(150), "SIGTERM");
  t.same(await subject.exited, { code: null, signal: "SIGTERM" });
});

test("a subject that ignores SIGTERM too is gone after stop(), with its grandchildren", async (t) => {
  const subject = await start(
    t,
    shell("trap '' TERM", "sleep 600 &", "echo $!", "echo $$", "while :; do sleep 600; done"),
  );
  const pids = await printedPids(subject, 2);
  t.ok(pids.every(isAlive));

  t.equal(await subject.stop(150), "SIGKILL");

  t.same(await Promise.all(pids.map(isGone)), [true, true]);
});

test("a grandchild that holds the pipes open is gone after stop()", async (t) => {
  const subject = await start(t, shell("sleep 600 &", "echo $!", "exit 3"));
  const [pid = 0] = await printedPids(subject, 1);
  t.same(await subject.exited, { code: 3, signal: null });
  t.ok(isAlive(pid));

  t.equal(await subject.stop(20_000), "by itself");

  t.ok(await isGone(pid));
});

const holdsItAll = process.platform === "linux" ? {} : { skip: "the pipe has to hold 150,000 unread bytes" };

test("stop() reads what a subject wrote last, after the subject is gone", holdsItAll, async (t) => {
  const subject = await start(t, shell("cat >/dev/null", "head -c 150000 /dev/zero"));
  let outputBytes = 0;
  subject.stdout.on("data", (chunk) => {
    outputBytes += chunk.length;
  });
  subject.stdout.pause();
  void subject.exited.then(() => subject.stdout.resume());

  await subject.stop(20_000);

  t.equal(outputBytes, 150_000);
});

test("signal() reaches the subject and not its children", async (t) => {
  const subject = await start(t, shell("trap 'echo got; exit 0' USR1", "sleep 600 &", "echo $!", "wait"));
  const [pid = 0] = await printedPids(subject, 1);

  subject.signal("SIGUSR1");

  t.same(await subject.exited, { code: 0, signal: null });
  t.ok(isAlive(pid));
});

test("writing to a subject that is gone is no fault", async (t) => {
  const subject = await start(t, shell("exit 0"));
  await subject.exited;

  subject.stdin.write("x".repeat(1_000_000));

  t.equal(await subject.stop(20_000), "by itself");
});

test("stderrTail is the last 64 KiB, however the chunks fall", async (t) => {
  const folder = t.testdir({});
  const done = join(folder, "go");
  const subject = await start(
    t,
    shell(
      "{ head -c 150000 /dev/zero | tr '\\0' a; head -c 65535 /dev/zero | tr '\\0' b; } >&2",
      `while [ ! -e "${done}" ]; do sleep 0.02; done`,
      "printf 123456 >&2",
    ),
  );
  subject.stderr.on("data", () => {
    // The last bytes come in a chunk of their own, when everything before them was read.
    if (subject.stderrBytes >= 150_000 + 65_535 && !existsSync(done)) writeFileSync(done, "");
  });

  await once(subject.stderr, "end");

  t.equal(subject.stderrBytes, 150_000 + 65_535 + 6);
  t.equal(subject.stderrTail, `${"b".repeat(65_530)}123456`);
});
