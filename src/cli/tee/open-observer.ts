import { existsSync, realpathSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { both, type HandOff } from "../../bridge/hand-off/hand-off.js";
import { ObserverThread } from "../../bridge/hand-off/observer-thread.js";
import { ReceiverTap } from "../../bridge/hand-off/receiver-tap.js";
import type { ObserverSettings } from "../../observer/settings.js";
import { absolute, homeDirectory, stateDirectory } from "./state-directory.js";
import type { TeeOptions } from "./tee-options.js";

/** What the observer's thread runs, in one file so that it starts fast. */
const PROGRAM = join("observer", "observer-bundle.js");

/** The observer that the options ask for; undefined without a sink, and where none can be had: the session goes on. */
export function openObserver(options: TeeOptions): HandOff | undefined {
  try {
    return openSinks(options);
  } catch {
    // No memory for the ring, say.
    return undefined;
  }
}

function openSinks(options: TeeOptions): HandOff | undefined {
  const { receiver, events, relay, journal, trace, traceRedacted } = options;
  const tap = receiver === undefined ? undefined : new ReceiverTap(receiver);
  const sinks = [events, relay, journal, trace, traceRedacted];
  if (sinks.every((sink) => sink === undefined)) return tap;
  const thread = new ObserverThread(findProgram(), settingsOf(options));
  return tap === undefined ? thread : both(thread, tap);
}

function settingsOf({ events, relay, token, trace, capture, ...options }: TeeOptions): ObserverSettings {
  const { deltas, maxFileBytes, stateDir, journal, traceRedacted } = options;
  const { ACP_TEE_CA_CERTS } = process.env;
  return {
    ...(events !== undefined && { events: absolute(events) }),
    ...(relay !== undefined && { relay: relay.href }),
    ...(token !== undefined && { token }),
    ...(trace !== undefined && { trace: absolute(trace) }),
    ...(journal !== undefined && { journal: absolute(journal) }),
    ...(traceRedacted !== undefined && { traceRedacted: absolute(traceRedacted) }),
    ...(capture !== undefined && { capture }),
    ...(relay?.protocol === "https:" && ACP_TEE_CA_CERTS !== undefined && { caFile: ACP_TEE_CA_CERTS }),
    deltas,
    maxFileBytes,
    stateDir: stateDirectory(stateDir),
    home: homeDirectory() ?? "",
    host: hostname(),
    startedAt: performance.timeOrigin,
  };
}

/** From `dist/acp-tee.cjs`, or from `dist/src/cli/main.js`. */
function findProgram(): string {
  const folder = dirname(realpathSync(process.argv[1] ?? ""));
  const below = join(folder, "src", PROGRAM);
  return existsSync(below) ? below : join(folder, "..", PROGRAM);
}
