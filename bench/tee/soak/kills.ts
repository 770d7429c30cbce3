import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { behindTee, TEE_MODES } from "../../../test/bridge/subject.js";

const SIGNALS = ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"] as const;

/** A process beside the agent may go on delivering for so long. */
const PATIENCE_MS = 15_000;

/** Starts acp-tee so many times, kills it at some moment of its life, and counts the processes that are left. */
export async function startAndKill(
  times: number,
  folder: string,
  agent: readonly string[],
  random: () => number,
): Promise<{ readonly kills: number; readonly left: number }> {
  for (let turn = 0; turn < times; turn += 1) {
    const [command = "", ...args] = behindTee(
      ["--trace", `${folder}/killed`, ...agent],
      TEE_MODES[turn % TEE_MODES.length],
    );
    const child = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
    child.stdin.on("error", () => undefined).write("a line\n");
    child.stdout.resume();
    await delay(random() * 200);
    child.kill(SIGNALS[turn % SIGNALS.length]);
  }
  const until = performance.now() + PATIENCE_MS;
  while (processesOf(folder) > 0 && performance.now() < until) await delay(200);
  return { kills: times, left: processesOf(folder) };
}

/** Processes with this folder on their command line. */
function processesOf(folder: string): number {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && commandLine(name).includes(folder))
    .length;
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    // It ended between the two looks.
    return "";
  }
}
