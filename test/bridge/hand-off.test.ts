import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Test, test } from "tap";
import { parseTraceLine } from "../../src/wire/trace-line.js";
import { launch } from "./editor.js";
import { ACP_TEE, behindTee, shell, TEE_MODES, type TeeMode } from "./subject.js";

/** Surroundings in which observing has something to trip over; `sh` runs the tee, which is `"$@"`, below its own folder. */
const SURROUNDINGS: Readonly<Record<string, string>> = {
  "no HOME": "unset HOME; exec",
  "a HOME that is no absolute path": "HOME=here; exec",
  "a relative XDG_STATE_HOME": "XDG_STATE_HOME=state; export XDG_STATE_HOME; exec",
  "no directory for temporary files": "TMPDIR=/nonexistent; export TMPDIR; exec",
  "a relay below a path": "AEP_RELAY=http://127.0.0.1:9/a/b; export AEP_RELAY; exec",
  ...(process.getuid?.() === 0 && {
    "a user that has no name and no home":
      "unset HOME; exec setpriv --reuid=54321 --regid=54321 --clear-groups",
  }),
};

const AGENT = shell("cat; exit 7");
const SEVERAL = 8;

for (const mode of TEE_MODES) {
  test(`an observing acp-tee as ${mode}`, async (t) => {
    const folder = t.testdir({});
    const options = ["--events", join(folder, "events"), "--trace", join(folder, "trace")];
    const observing = behindTee([...options, ...AGENT], mode);
    for (const [name, script] of Object.entries(SURROUNDINGS)) {
      t.equal(await play(t, ["sh", "-c", `${script} "$@"`, "sh", ...observing]), "said code 7", name);
    }
    const nowhere = 'mkdir gone && cd gone && rmdir ../gone && exec "$@" 2>/dev/null';
    t.equal(await play(t, ["sh", "-c", nowhere, "sh", ...observing], folder), "said code 7", "no directory");
  });

  test(`acp-tee as ${mode} finds its observer`, async (t) => {
    const folder = t.testdir({ "a b": {}, bin: {} });
    const spaced = join(folder, "a b", "acp-tee.cjs");
    copyObserved(join(folder, "a b"));
    const link = join(folder, "bin", "acp-tee");
    symlinkSync(ACP_TEE, link);
    for (const [name, program] of Object.entries({
      "through a symbolic link": link,
      "by a relative path": relative(folder, ACP_TEE),
      "in a folder with spaces": spaced,
    })) {
      t.strictSame(await traced(t, mode, program, folder), ["c2a said", "a2c said"], name);
    }
  });

  test(`acp-tee as ${mode} without its observer carries on`, async (t) => {
    const folder = t.testdir({});
    const alone = join(folder, "acp-tee.cjs");
    copyFileSync(ACP_TEE, alone);
    const argv = behindTee(["--trace", join(folder, "trace"), "--drain", "2000", ...AGENT], mode, alone);
    // Several: its thread starts, fails and starts again while the ends of the session are closed.
    const seen = await Promise.all(Array.from({ length: SEVERAL }, () => play(t, argv)));
    t.strictSame(seen, Array(SEVERAL).fill("said code 7"));
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

/** A copy of acp-tee with its observer, whose path is returned. */
function copyObserved(folder: string): string {
  const place = join(folder, "src", "observer");
  mkdirSync(place, { recursive: true });
  copyFileSync(ACP_TEE, join(folder, "acp-tee.cjs"));
  const program = join(place, "observer-bundle.js");
  copyFileSync(join(ACP_TEE, "..", "src", "observer", "observer-bundle.js"), program);
  return program;
}

async function traced(t: Test, mode: TeeMode, program: string, cwd: string): Promise<string[]> {
  const trace = `trace of ${mode}, ${program.length}`;
  const argv = behindTee(["--trace", trace, "--drain", "9000", ...AGENT], mode, program);
  await play(t, argv, cwd);
  const path = join(cwd, trace);
  for (let looks = 0; looks < 500; looks += 1) {
    const lines = read(path)
      .split("\n")
      .filter((text) => text !== "");
    if (lines.length > 1) return lines.map(shown);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return [];
}

function shown(text: string): string {
  const line = parseTraceLine(text);
  if ("malformed" in line) return line.malformed;
  return "gap" in line ? `a gap of ${line.gap.lines}` : `${line.direction} ${line.bytes}`;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

async function play(t: Test, argv: readonly string[], cwd?: string): Promise<string> {
  const editor = await launch((stop) => t.teardown(stop), "sockets", argv, cwd === undefined ? {} : { cwd });
  editor.input.end("said");
  const [exit, stdout, stderr] = await Promise.all([editor.exit, editor.stdout, editor.stderr]);
  return `${stdout} ${exit}${stderr}`;
}
