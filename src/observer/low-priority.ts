import { setPriority } from "node:os";

const LOWEST = 19;

/**
 * Lets every other thread go first. Only on Linux does this concern the calling thread alone; elsewhere it would slow the
 * whole process, or the system forbids it, and is left out.
 */
export function giveWay(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(LOWEST);
  } catch {
    // A sandbox that forbids it: slower neighbours, nothing else.
  }
}
