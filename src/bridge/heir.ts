import { spawn } from "node:child_process";
import { closeSync, constants } from "node:fs";
import { openAgain } from "./system/proc.js";

/**
 * Lets a process that outlives us pass on what still travels from one descriptor to another: without the tee, a
 * grandchild that inherited the agent's stdin and stdout would go on talking to the client after the agent has exited.
 * False when there is no such process to be had.
 */
export function leaveHeir(from: number, to: number): boolean {
  try {
    const heir = spawn("cat", [], { stdio: [from, to, "ignore"] });
    heir.on("error", () => undefined);
    heir.unref();
    return heir.pid !== undefined;
  } catch {
    return false;
  }
}

/** Does anybody have the other end of the pipe open that we write to? */
export function hasReader(toAgent: number): boolean {
  try {
    closeSync(openAgain(toAgent, constants.O_WRONLY | constants.O_NONBLOCK));
    return true;
  } catch {
    // ENXIO: a FIFO without a reader. Where there is no /proc nobody can tell, and the answer is no.
    return false;
  }
}
