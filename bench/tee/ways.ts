import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ACP_TEE } from "../../test/bridge/subject.js";
import { FOLDER } from "./programs.js";

/** What stands between editor and agent. */
export const WAYS = ["direct", "c", "sh", "tee", "observed", "naive"] as const;

export type Way = (typeof WAYS)[number];

/** Where the observed tee puts its events. */
export const EVENTS: string = join(FOLDER, "events.jsonl");

/**
 * `c` is a relay in C, the limit of any; `sh` is `tee | agent | tee`; `observed` makes an event of every frame and writes
 * it to a file; `naive` is the first thing that one writes in Node: two .pipe() calls, readline and JSON.parse.
 */
export function wayTo(way: Way, relay: string, agent: readonly string[]): readonly string[] {
  switch (way) {
    case "direct":
      return agent;
    case "c":
      return [relay, ...agent];
    case "sh":
      return ["sh", "-c", 'tee -a /dev/null | "$@" | tee -a /dev/null', "sh", ...agent];
    case "tee":
      return [ACP_TEE, ...agent];
    case "observed":
      return [ACP_TEE, ...observing(EVENTS), ...agent];
    case "naive":
      return [process.execPath, NAIVE, ...agent];
  }
}

/** Options with which every frame becomes an event, so that what is missing can be counted. */
export function observing(events: string): readonly string[] {
  return ["--events", events, "--deltas", "--capture", "full", "--state-dir", join(FOLDER, "state")];
}

const NAIVE = fileURLToPath(new URL("naive.js", import.meta.url));
