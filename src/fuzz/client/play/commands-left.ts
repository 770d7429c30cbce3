import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { type AskedOfClient, isGranted, resultOf } from "./asked.js";

/** A command ends a moment after its terminal was released. */
const END_MS = 1000;
/** One that was released at once may not have come as far as to say who it is. */
const START_MS = 300;
const POLL_MS = 25;

/** The releases whose commands run on all the same. */
export async function commandsLeft(asked: readonly AskedOfClient[]): Promise<AskedOfClient[]> {
  const released = asked.flatMap((one) => {
    if (one.what !== "release" || !isGranted(one)) return [];
    const started = asked.find((other) => resultOf(other)?.["terminalId"] === one.terminalId);
    return started?.pidPath === undefined ? [] : [{ release: one, pidPath: started.pidPath }];
  });
  const began = performance.now();
  for (;;) {
    const states = released.map(({ release, pidPath }) => ({ release, state: stateOf(pidPath) }));
    const left = states.filter(({ state }) => state === "runs").map(({ release }) => release);
    const isStarting =
      states.some(({ state }) => state === "unknown") && performance.now() - began < START_MS;
    if (!isStarting && (left.length === 0 || performance.now() - began > END_MS)) return left;
    await delay(POLL_MS);
  }
}

function stateOf(pidPath: string): "runs" | "over" | "unknown" {
  const pid = contentOf(pidPath)?.trim();
  if (pid === undefined || pid === "") return "unknown";
  // Another process may have the number by then.
  return contentOf(`/proc/${pid}/cmdline`)?.startsWith("sleep\u0000300") === true ? "runs" : "over";
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // It is not there, or no longer, or there is no /proc.
    return undefined;
  }
}
