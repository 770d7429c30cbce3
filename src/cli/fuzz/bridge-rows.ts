import { bytesOf } from "../../driver/sandwich/payload.js";
import type { Step } from "../../driver/sandwich/step.js";
import type { Play } from "../../engine/failure.js";
import type { Registry } from "../../engine/registry.js";
import { reportFrame } from "../../engine/report/frames.js";
import type { CheckResult, ReportFrame } from "../../engine/report/report.js";
import { type Finding, fuzzCheckIds } from "../../fuzz/campaign/finding.js";
import type { Profile } from "../../fuzz/profile.js";
import { LineSplitter } from "../../wire/line-splitter.js";

/** What a run found, in saved failures and in its campaign, and how many sessions that campaign played. */
export interface FuzzFindings {
  readonly findings: readonly Finding[];
  readonly sessions: number;
}

/** Saves what can be played again and gives the rows back with their failure ids. */
export type Keep = (
  rows: readonly CheckResult[],
  playOf: (row: CheckResult) => Play | undefined,
) => readonly CheckResult[];

/** The last ones matter most: at one of them it broke. */
const SHOWN_FRAMES = 8;

/** One row a check: its first finding in full and the others by their ids, or that nothing spoke against it. */
export function fuzzRows(
  { findings, sessions }: FuzzFindings,
  { registry, profile }: { registry: Registry; profile: Profile },
  keep: Keep,
): CheckResult[] {
  const played = new Map<CheckResult, Finding>();
  for (const finding of findings) played.set(findingRow(finding, registry), finding);
  const kept = keep([...played.keys()], (row) => {
    const finding = played.get(row);
    return finding && { kind: "bridge", case: finding.played, profile };
  });
  const ids = new Set([...fuzzCheckIds(profile), ...kept.map(({ id }) => id)]);
  return [...ids].map((id): CheckResult => {
    const [first, ...others] = kept.filter((row) => row.id === id).sort(flakyLast);
    if (first !== undefined) return { ...first, ...alsoSaved(first, others) };
    const base = { ...headOf(id, registry), durationMs: 0 };
    const reason = profile.without[id];
    if (reason !== undefined) return { ...base, status: "N/A", message: `not promised: ${reason}` };
    return sessions === 0
      ? { ...base, status: "NOT-TESTED", message: "no session was played" }
      : { ...base, status: "PASS" };
  });
}

function findingRow(
  { checkId, difference, trial, played, isFlaky, foundMs }: Finding,
  registry: Registry,
): CheckResult {
  const { direction, place, expected, actual } = difference;
  const way = direction === "c2a" ? "client to agent" : "agent to client";
  return {
    ...headOf(checkId, registry),
    status: isFlaky ? "FLAKY" : "FAIL",
    message: `${way}, ${place}; ${trial === undefined ? "saved by an earlier run" : `session ${trial}`}`,
    expected,
    actual,
    frames: framesOf(played.steps).slice(-SHOWN_FRAMES),
    durationMs: foundMs,
  };
}

/** What a row says of its check. */
export function headOf(
  id: string,
  registry: Registry,
): Pick<CheckResult, "id" | "role" | "level" | "statement" | "citation"> {
  const { role, level, statement, citation } = registry.get(id);
  return { id, role, level, statement, citation };
}

/** The ids under which further findings of a check are saved. */
export function alsoSaved(
  { message = "" }: CheckResult,
  others: readonly CheckResult[],
): Pick<CheckResult, "message"> {
  const ids = others.flatMap(({ failureId }) => failureId ?? []);
  return { message: ids.length === 0 ? message : `${message}; also ${ids.join(", ")}` };
}

/** Findings that showed every time come first. */
export function flakyLast(left: CheckResult, right: CheckResult): number {
  return Number(left.status === "FLAKY") - Number(right.status === "FLAKY");
}

/** The lines that were written, in order and numbered from 1. */
function framesOf(steps: readonly Step[]): ReportFrame[] {
  const lines = steps.flatMap((step) => {
    if (step.do !== "write") return [];
    const splitter = new LineSplitter();
    const whole = splitter.push(bytesOf(step.payload));
    const open = splitter.end();
    return [...whole, ...(open === undefined ? [] : [open])].map((line) => ({
      ...line,
      direction: step.dir,
    }));
  });
  return lines.map((line, place) => reportFrame({ ...line, number: place + 1, atMicros: 0 }));
}
