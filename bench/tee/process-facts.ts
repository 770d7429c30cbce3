import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks of /proc/PID/stat a second (proc_pid_stat(5); USER_HZ is 100 wherever Node runs on Linux). */
const TICKS_PER_SECOND = 100;

/** The largest size of a process in memory so far, in MB; 0 once it is gone. */
export function peakMb(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(read(pid, "status"))?.[1] ?? 0) / 1024;
}

export function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(read(pid, "status"))?.[1] ?? 0) / 1024;
}

/** Memory of a process, shared pages divided among those that share them, in MB. */
export function proportionalMb(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(pid, "smaps_rollup"))?.[1] ?? 0) / 1024;
}

/** Processor time that a process has used, in seconds. */
export function processorSeconds(pid: number): number {
  const [user = 0, system = 0] =
    read(pid, "stat").split(") ").at(-1)?.split(" ").slice(11, 13).map(Number) ?? [];
  return (user + system) / TICKS_PER_SECOND;
}

export function childrenOf(pid: number): number[] {
  return read(pid, `task/${pid}/children`).split(" ").filter(Boolean).map(Number);
}

/** The process that carries the bytes beside an agent which acp-tee became. */
export function relayBeside(agent: number): number | undefined {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).find((pid) => read(pid, "cmdline").includes(`\0--beside\0${agent}\0`));
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    // It is gone.
    return "";
  }
}
