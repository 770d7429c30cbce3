import { copyFileSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "tap";
import { AGENT, copyObserved, NOWHERE, play, SURROUNDINGS, traced } from "./hand-off.js";
import { ACP_TEE, behindTee, TEE_MODES } from "./subject.js";

const SEVERAL = 8;

for (const mode of TEE_MODES) {
  test(`an observing acp-tee as ${mode}`, async (t) => {
    const folder = t.testdir({});
    const options = ["--events", join(folder, "events"), "--trace", join(folder, "trace")];
    const observing = behindTee([...options, ...AGENT], mode);
    for (const [name, script] of Object.entries(SURROUNDINGS)) {
      t.equal(await play(t, ["sh", "-c", `${script} "$@"`, "sh", ...observing]), "said code 7", name);
    }
    t.equal(await play(t, [...NOWHERE, ...observing], folder), "said code 7", "no directory");
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
