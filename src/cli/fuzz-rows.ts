import { bytesOf } from "../driver/sandwich/payload.js";
import type { Play } from "../engine/failure.js";
import type { Registry } from "../engine/registry.js";
import type { CheckResult, ReportFrame } from "../engine/report/report.js";
import type { CampaignResult } from "../fuzz/campaign/campaign.js";
import { type Finding, fuzzCheckIds } from "../fuzz/campaign/finding.js";
import type { Profile } from "../fuzz/profile.js";

/** Saves what can be played again and gives the rows back with their failure ids. */
export type Keep = (
  rows: readonly CheckResult[],
  playOf: (row: CheckResult) => Play | undefined,
) => readonly CheckResult[];

const SHOWN_BYTES = 2000;
/** The last ones matter most: at one of them it broke. */
const SHOWN_FRAMES = 8;

/** One row a check: its first finding in full and the others by their ids, or that nothing spoke against it. */
export function fuzzRows(
  { findings, statistics }: CampaignResult,
  { registry, profile }: { registry: Registry; profile: Profile },
  keep: Keep,
): CheckResult[] {
  const played = new Map<CheckResult, Finding>();
  for (const finding of findings) played.set(findingRow(finding, registry), finding);
  const kept = keep([...played.keys()], (row) => {
    const finding = played.get(row);
    return finding && { kind: "bridge", case: finding.played, profile };
  });
  return fuzzCheckIds(profile).map((id): CheckResult => {
    const [first, ...others] = kept.filter((row) => row.id === id).sort(flakyLast);
    if (first !== undefined) return { ...first, ...alsoSaved(first, others) };
    const base = { ...headOf(id, registry), durationMs: 0 };
    const reason = profile.without[id];
    if (reason !== undefined) return { ...base, status: "N/A", message: `not promised: ${reason}` };
    return statistics.sessions === 0
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
    message: `${way}, ${place}; session ${trial}`,
    expected,
    actual,
    frames: played.steps
      .flatMap((step, place) =>
        step.do === "write" ? [frameOf(step.dir, bytesOf(step.payload), place + 1)] : [],
      )
      .slice(-SHOWN_FRAMES),
    durationMs: foundMs,
  };
}

function headOf(
  id: string,
  registry: Registry,
): Pick<CheckResult, "id" | "role" | "level" | "statement" | "citation"> {
  const { role, level, statement, citation } = registry.get(id);
  return { id, role, level, statement, citation };
}

function alsoSaved(
  { message = "" }: CheckResult,
  others: readonly CheckResult[],
): Pick<CheckResult, "message"> {
  const ids = others.flatMap(({ failureId }) => failureId ?? []);
  return { message: ids.length === 0 ? message : `${message}; also ${ids.join(", ")}` };
}

function flakyLast(left: CheckResult, right: CheckResult): number {
  return Number(left.status === "FLAKY") - Number(right.status === "FLAKY");
}

/** What was written, as the trace format writes it; of a long filling only the beginning. */
function frameOf(dir: ReportFrame["dir"], bytes: Buffer, number: number): ReportFrame {
  const hasEnd = bytes.at(-1) === 0x0a;
  const line = bytes.subarray(0, Math.min(SHOWN_BYTES, hasEnd ? bytes.length - 1 : bytes.length));
  const text = line.toString("utf8");
  const isText = Buffer.from(text, "utf8").equals(line);
  return {
    number,
    dir,
    t: 0,
    ...(isText ? { line: text } : { b64: line.toString("base64") }),
    ...(hasEnd ? {} : { eol: "" }),
  };
}
