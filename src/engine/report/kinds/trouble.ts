import type { Report } from "../report.js";

/** What fails a run beside its checks, as formats want it that know nothing but tests. */
export interface Trouble {
  /** A name that stays the same from run to run. */
  readonly name: string;
  readonly text: string;
  /** The run could not say anything, as against: what it says is bad. */
  readonly isBlocked: boolean;
}

/** Why a run is not ok although no check says so. */
export function troublesOf({ verdict, baseline }: Report): Trouble[] {
  const { blockedBy } = verdict;
  const blocked = blockedBy === null ? [] : [{ name: "run", text: blockedBy, isBlocked: true }];
  const outdated = (baseline?.outdated ?? []).map(({ id, problem }) => ({
    name: `baseline ${id}`,
    text: problem,
    isBlocked: false,
  }));
  return [...blocked, ...outdated];
}
