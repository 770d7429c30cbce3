import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, existsSync, openSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** A pipe as pipe(2) makes it. */
export interface AnonymousPipe {
  openRead(flags?: number): number;
  openWrite(flags?: number): number;
}

/** Can anonymous pipes be had here? */
export const hasAnonymousPipes: boolean = existsSync(`/proc/self/task/${process.pid}/children`);

/**
 * Gives `use` as many anonymous pipes as asked for, which it must open before it resolves. Node makes socket pairs only,
 * so they are borrowed from a shell's pipeline, through /proc.
 */
export async function withAnonymousPipes<Value>(
  count: number,
  use: (pipes: readonly AnonymousPipe[]) => Value,
): Promise<Value> {
  const shell = spawn(
    "sh",
    [
      "-c",
      Array(count + 1)
        .fill("sleep 60")
        .join("|"),
    ],
    { stdio: "ignore" },
  );
  const ready = await pipeline(shell.pid ?? 0, count + 1);
  try {
    return use(ready.slice(1).map((reader, index) => pipeBetween(ready[index] ?? 0, reader)));
  } finally {
    for (const pid of ready) process.kill(pid, "SIGKILL");
    await once(shell, "exit");
  }
}

/** The processes of a pipeline, once each has become `sleep` and so holds its pipes as 0 and 1. */
async function pipeline(shell: number, length: number): Promise<readonly number[]> {
  for (;;) {
    const pids = readFileSync(`/proc/${shell}/task/${shell}/children`, "utf8").trim().split(" ").map(Number);
    if (pids.length === length && pids.every((pid) => pid > 0 && isSleep(pid))) return pids;
    await delay(1);
  }
}

function isSleep(pid: number): boolean {
  return readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "sleep";
}

function pipeBetween(writer: number, reader: number): AnonymousPipe {
  const readPath = `/proc/${reader}/fd/0`;
  const writePath = `/proc/${writer}/fd/1`;
  if (!readlinkSync(readPath).startsWith("pipe:")) throw new Error("Cannot borrow a pipe: it is none");
  return {
    openRead: (flags = 0) => openSync(readPath, constants.O_RDONLY | flags),
    openWrite: (flags = 0) => openSync(writePath, constants.O_WRONLY | flags),
  };
}
