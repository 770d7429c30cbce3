import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { both, type HandOff } from "../../bridge/hand-off/hand-off.js";
import { ObserverThread } from "../../bridge/hand-off/observer-thread.js";
import { ReceiverTap } from "../../bridge/hand-off/receiver-tap.js";
import type { ObserverSettings } from "../../observer/settings.js";
import type { TeeOptions } from "./tee-options.js";

/** The bundle that the observer's thread runs: beside acp-tee's own, or above the commands of acp-assay. */
const PROGRAM = "acp-tee-observer.cjs";

/** The observer that the options ask for; undefined without a sink. */
export function openObserver(options: TeeOptions): HandOff | undefined {
  const { receiver, trace } = options;
  const tap = receiver === undefined ? undefined : new ReceiverTap(receiver);
  if (trace === undefined) return tap;
  const { maxFileBytes } = options;
  const settings: ObserverSettings = { maxFileBytes, trace };
  const thread = new ObserverThread(findProgram(), settings);
  return tap === undefined ? thread : both(thread, tap);
}

function findProgram(): string {
  const folder = dirname(realpathSync(process.argv[1] ?? ""));
  const beside = join(folder, PROGRAM);
  return existsSync(beside) ? beside : join(folder, "..", "..", PROGRAM);
}
