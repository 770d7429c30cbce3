import { parentPort, workerData } from "node:worker_threads";
import type { RingMemory } from "../wire/ring/ring-memory.js";
import { RingReader } from "../wire/ring/ring-reader.js";
import { FanOut } from "./fan-out.js";
import { giveWay } from "./low-priority.js";
import { Observation } from "./observation.js";
import { type ObserverSettings, openSinks } from "./settings.js";

// The program of the thread beside acp-tee; bundled into one file of its own, so that the tee starts without it.
giveWay();
const { memory, settings }: { readonly memory: RingMemory; readonly settings: ObserverSettings } = workerData;
const sinks = await openSinks(settings);
const observation = new Observation(new RingReader(memory), new FanOut(sinks, () => undefined));
// The port also keeps this thread's event loop alive while it waits for traffic.
parentPort?.on("message", () => observation.hurry());
void observation.run().finally(() => parentPort?.close());
