import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "../../root.js";
import type { Case } from "./case.js";

const RUNNERS = join(root, "conformance/runners");

/** Is there a Python to compare with? */
export function hasPython(): boolean {
  return spawnSync("python3", ["-c", ""]).status === 0;
}

/** What the mapping in Python makes of each case, as canonical JSON; `folder` holds another copy of it. */
export async function mapWithPython(cases: readonly Case[], folder: string = RUNNERS): Promise<string[]> {
  const child = spawn("python3", ["-B", join(folder, "run.py"), "--batch"], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  // A mapping with a fault may stop reading; what it wrote until then is its answer.
  child.stdin.on("error", () => undefined);
  child.stdin.end(cases.map((one) => `${JSON.stringify(one)}\n`).join(""));
  await once(child, "close");
  const lines = Buffer.concat(output).toString().split("\n").slice(0, -1);
  return lines.length === cases.length ? lines : [...lines, Buffer.concat(errors).toString()];
}
