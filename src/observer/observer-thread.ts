import { parentPort, workerData } from "node:worker_threads";
import type { RingMemory } from "../wire/ring/ring-memory.js";
import { RingReader } from "../wire/ring/ring-reader.js";
import { FanOut } from "./fan-out.js";
import { giveWay } from "./low-priority.js";
import { Observation } from "./observation.js";
import { type ObserverSettings, openSinks } from "./settings.js";
import { TroubleLog } from "./trouble-log.js";

/** What the bridge starts this thread with. */
interface ThreadData {
  readonly memory: RingMemory;
  readonly settings: ObserverSettings;
  readonly isSecond: boolean;
}

// The program of the thread beside acp-tee; bundled into one file of its own, so that the tee starts without it.
giveWay();
const { memory, settings, isSecond }: ThreadData = workerData;
const trouble = new TroubleLog(settings.stateDir);
const sinks = await openSinks(settings, trouble);
const all = new FanOut(sinks, (error) => trouble.tell(error));
const observation = new Observation(new RingReader(memory), all);
if (isSecond) observation.resume();
// The port also keeps this thread's event loop alive while it waits for traffic.
parentPort?.on("message", () => observation.hurry());
void observation.run().finally(() => parentPort?.close());
