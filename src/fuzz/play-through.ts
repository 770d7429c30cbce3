import type { Observation } from "../driver/sandwich/observation.js";
import { playSandwich } from "../driver/sandwich/sandwich.js";
import type { BridgeCase } from "./bridge-case.js";
import type { Profile } from "./profile.js";
import { openBrokenSink } from "./sinks/broken-sink.js";

/** What one run through a bridge takes. */
export interface ThroughOptions {
  /** The bridge's command, with or without `{agent}`. */
  readonly bridge: readonly string[];
  readonly profile: Profile;
  /** How long one wait may take, in milliseconds. */
  readonly waitMs: number;
  /** How long the bridge may take to start its agent, in milliseconds. */
  readonly startMs: number;
}

/** Plays a case once through the bridge, with a broken sink where the case asks for one. */
export async function playThrough(
  played: BridgeCase,
  { bridge, profile, waitMs, startMs }: ThroughOptions,
): Promise<Observation> {
  const { sinkFault } = played;
  if (sinkFault === undefined || profile.sinks === undefined) {
    return await playSandwich(played, { bridge, waitMs, startMs });
  }
  const sink = await openBrokenSink(sinkFault);
  try {
    const argv = bridge.toSpliced(profile.sinks.place, 0, sinkFault.option, sink.value);
    return await playSandwich(played, { bridge: argv, waitMs, startMs });
  } finally {
    sink.close();
  }
}
