import type { Test } from "tap";
import { EpochStore } from "../../src/observer/epoch/epoch-store.js";
import type { AepEvent } from "../../src/observer/event/event.js";
import { type ObservedTapsOptions, observeTaps } from "../../src/receiver/observed-taps.js";
import { type Receiver, type ReceiverOptions, startReceiver } from "../../src/receiver/receiver.js";
import { StreamReader } from "../receiver/peer.js";

/** A receiver that makes events of what tees hand over, and everything that it has sent a subscriber so far. */
export interface TappedReceiver extends Receiver {
  readonly events: () => readonly AepEvent[];
}

export async function tappedReceiver(
  t: Test,
  stateDir: string,
  posture: Partial<ObservedTapsOptions> = {},
  options: ReceiverOptions = {},
): Promise<TappedReceiver> {
  const observed: ObservedTapsOptions = {
    store: new EpochStore(stateDir),
    secrets: [],
    capture: undefined,
    deltas: false,
    home: "/home/somebody",
    host: "here",
    warn: () => undefined,
    ...posture,
  };
  const receiver = await startReceiver({ port: 0, openTraffic: observeTaps(observed), ...options });
  t.teardown(async () => await receiver.stop());
  const stream = await StreamReader.open(receiver);
  t.teardown(() => stream.close());
  return { ...receiver, events: () => stream.events.map(({ data }): AepEvent => JSON.parse(data)) };
}
