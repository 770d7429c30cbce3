import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const DEADLINE_MS = 10_000;

/** Does this process run? A zombie, whose new parent has not looked yet, does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !readFileSync(stat, "latin1").includes(") Z ");
}

/** Waits until a process is gone; false when it stays. */
export async function isGone(pid: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < DEADLINE_MS && isAlive(pid); waitedMs += 20) await sleep(20);
  return !isAlive(pid);
}
