import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Test } from "tap";
import { parseTraceLine } from "../../src/wire/trace-line.js";
import { launch } from "./editor.js";
import { ACP_TEE, behindTee, shell, type TeeMode } from "./subject.js";

/** Surroundings in which observing has something to trip over; `sh` runs the tee, which is `"$@"`, below its own folder. */
export const SURROUNDINGS: Readonly<Record<string, string>> = {
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

export const AGENT: readonly string[] = shell("cat; exit 7");

/** Takes its own working directory away before it runs what follows. */
export const NOWHERE: readonly string[] = [
  ...shell('mkdir gone && cd gone && rmdir ../gone && exec "$@" 2>/dev/null'),
  "sh",
];

/** A copy of acp-tee with its observer, whose path is returned. */
export function copyObserved(folder: string): string {
  const place = join(folder, "src", "observer");
  mkdirSync(place, { recursive: true });
  copyFileSync(ACP_TEE, join(folder, "acp-tee.cjs"));
  const program = join(place, "observer-bundle.js");
  copyFileSync(join(ACP_TEE, "..", "src", "observer", "observer-bundle.js"), program);
  return program;
}

/** What is in the trace of a session, as `direction bytes`. */
export async function traced(t: Test, mode: TeeMode, program: string, cwd: string): Promise<string[]> {
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

/** The agent echoes one word and exits 7: what a client sees of that. */
export async function play(t: Test, argv: readonly string[], cwd?: string): Promise<string> {
  const editor = await launch((stop) => t.teardown(stop), "sockets", argv, cwd === undefined ? {} : { cwd });
  editor.input.end("said");
  const [exit, stdout, stderr] = await Promise.all([editor.exit, editor.stdout, editor.stderr]);
  return `${stdout} ${exit}${stderr}`;
}
