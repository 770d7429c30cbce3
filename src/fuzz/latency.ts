import { playSandwich } from "../driver/sandwich/sandwich.js";
import type { Step } from "../driver/sandwich/step.js";
import { type BridgeCase, ordinaryEnd } from "./bridge-case.js";
import { numberedNotice, numberedUpdate } from "./promises/session.js";

/** How long frames took from one end to the other, in milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/** The latency without and with a bridge, and what the bridge adds. */
export interface AddedLatency {
  readonly direct: Latency;
  readonly through: Latency;
  readonly added: Latency;
}

export interface LatencyOptions {
  /** The bridge's command, with or without `{agent}`. */
  readonly bridge: readonly string[];
  readonly waitMs: number;
  readonly startMs: number;
  readonly signal: AbortSignal;
  /** How often it is measured; the round in which the bridge added least counts. */
  readonly rounds: number;
}

const WARM_UP = 40;
const FRAMES = 400;

/**
 * One frame at a time, each way in turn, direct and through the bridge; undefined when frames were lost. Whatever else a
 * machine is doing makes a round worse and hardly ever better, so the best of several is the bridge's own.
 */
export async function measureLatency(options: LatencyOptions): Promise<AddedLatency | undefined> {
  let best: AddedLatency | undefined;
  for (let round = 0; round < options.rounds && !options.signal.aborted; round += 1) {
    const direct = await latencyOf(undefined, options);
    const through = await latencyOf(options.bridge, options);
    if (direct === undefined || through === undefined) return undefined;
    const added = { p50: through.p50 - direct.p50, p99: through.p99 - direct.p99 };
    if (best === undefined || added.p99 < best.added.p99) best = { direct, through, added };
  }
  return best;
}

async function latencyOf(
  bridge: readonly string[] | undefined,
  { waitMs, startMs }: LatencyOptions,
): Promise<Latency | undefined> {
  const seen = await playSandwich(PINGS, { ...(bridge === undefined ? {} : { bridge }), waitMs, startMs });
  const times = seen.arrivalMs.slice(WARM_UP).sort((left, right) => left - right);
  if (seen.lateSteps.length > 0 || times.length < FRAMES) return undefined;
  return { p50: at(times, 0.5), p99: at(times, 0.99) };
}

function at(sorted: readonly number[], share: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return Math.round(value * 1000) / 1000;
}

const PINGS: BridgeCase = {
  id: "bridge.promise.latency",
  steps: [
    ...Array.from({ length: (WARM_UP + FRAMES) / 2 }, (_, place): readonly Step[] => [
      { do: "write", dir: "c2a", payload: { text: numberedNotice(place) } },
      { do: "await", dir: "c2a" },
      { do: "write", dir: "a2c", payload: { text: numberedUpdate(place) } },
      { do: "await", dir: "a2c" },
    ]).flat(),
    ...ordinaryEnd,
  ],
  aspects: [],
  isMalformed: false,
};
