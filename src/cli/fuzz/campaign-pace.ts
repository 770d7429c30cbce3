import type { CampaignStatistics } from "../../fuzz/campaign/statistics.js";

/** What a campaign of any role has gone through. */
export type CampaignPace = Pick<CampaignStatistics, "sessions" | "frames" | "covered">;

/** How far a campaign has come. */
export interface FuzzMoment {
  readonly statistics: CampaignPace;
  readonly findings: number;
  readonly seed: number;
  readonly elapsedMs: number;
}

/** What the progress line of a campaign says: `seed 1 · 12 s · 42 sessions, 3.5/s · 31,200 frames · 118 kinds · 0 findings`. */
export function fuzzProgress({ statistics, findings, seed, elapsedMs }: FuzzMoment): string {
  const { sessions, frames, covered } = statistics;
  const seconds = elapsedMs / 1000;
  const pace = (sessions / Math.max(seconds, 0.001)).toFixed(1);
  const kinds = Object.keys(covered).length;
  return [
    `seed ${seed}`,
    `${Math.round(seconds)} s`,
    `${sessions} sessions, ${pace}/s`,
    `${frames.toLocaleString("en")} frames`,
    `${kinds} kinds`,
    `${findings} findings`,
  ].join(" · ");
}
