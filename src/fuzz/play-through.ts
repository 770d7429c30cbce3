import type { Observation } from "../driver/sandwich/observation.js";
import { playSandwich } from "../driver/sandwich/sandwich.js";
import type { BridgeCase } from "./bridge-case.js";
import { inLegalLines } from "./meaning/legal-lines.js";
import { Translator } from "./meaning/translator.js";
import { inWholeLines } from "./meaning/whole-lines.js";
import type { Difference } from "./oracle/compare.js";
import type { Profile } from "./profile.js";
import { openBrokenSink } from "./sinks/broken-sink.js";

/** The id of a case that was drawn, and not written by somebody who knows what it says. */
export const DRAWN: string = "fuzz";

/** What was seen of a run; through a bridge that promises no more, also the first difference in meaning. */
export interface Run extends Observation {
  readonly meaning?: Difference | "the same";
}

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
export async function playThrough(played: BridgeCase, options: ThroughOptions): Promise<Run> {
  const { sinkFault } = played;
  const { profile, bridge } = options;
  if (sinkFault === undefined || profile.sinks === undefined) return await play(played, bridge, options);
  const sink = await openBrokenSink(sinkFault);
  try {
    const argv = bridge.toSpliced(profile.sinks.place, 0, sinkFault.option, sink.value);
    return await play(played, argv, options);
  } finally {
    sink.close();
  }
}

/** A bridge that promises meaning alone may rename: it is spoken to in its own names, and the books are kept. */
async function play(
  played: BridgeCase,
  bridge: readonly string[],
  { profile, waitMs, startMs }: ThroughOptions,
): Promise<Run> {
  if (profile.promise !== "meaning") return await playSandwich(played, { bridge, waitMs, startMs });
  const interpreter = new Translator(profile);
  const whole = inWholeLines(played);
  const said = played.id === DRAWN ? inLegalLines(whole, profile) : whole;
  const seen = await playSandwich(said, { bridge, waitMs, startMs, interpreter });
  return { ...seen, meaning: interpreter.end() ?? "the same" };
}
