import { grade, type Status } from "../../engine/outcome.js";
import type { Registry } from "../../engine/registry.js";
import { reportFrame } from "../../engine/report/frames.js";
import type { CheckResult } from "../../engine/report/report.js";
import type { AgentFinding } from "../../fuzz/agent/agent-finding.js";
import { MEMORY } from "../../fuzz/agent/oracles/growth.js";
import { AGENT_FUZZ_IDS } from "../../fuzz/agent/oracles/oracles.js";
import { alsoSaved, flakyLast, headOf, type Keep } from "./bridge-rows.js";

/** What a run found, in saved failures and in its campaign, and what that campaign went over. */
export interface AgentFuzzFindings {
  readonly findings: readonly AgentFinding[];
  readonly conversations: number;
  readonly covered: Readonly<Record<string, number>>;
}

/** The last ones matter most: at one of them it broke. */
const SHOWN_FRAMES = 8;

/** One row a check of the campaign's own, and one for each check of the registry that something speaks against. */
export function agentFuzzRows(
  { findings, conversations, covered }: AgentFuzzFindings,
  registry: Registry,
  keep: Keep,
): CheckResult[] {
  const played = new Map<CheckResult, AgentFinding>();
  for (const finding of findings) played.set(findingRow(finding, registry), finding);
  const kept = keep([...played.keys()], (row) => {
    const finding = played.get(row);
    return finding && { kind: "conversation", trial: finding.played };
  });
  const ids = new Set([...AGENT_FUZZ_IDS, ...kept.map(({ id }) => id)]);
  return [...ids].map((id): CheckResult => {
    const [first, ...others] = kept.filter((row) => row.id === id).sort(flakyLast);
    if (first !== undefined) return { ...first, ...alsoSaved(first, others) };
    const base = { ...headOf(id, registry), durationMs: 0 };
    const isMeasured = id !== MEMORY || covered["command turns"] !== undefined;
    if (conversations > 0 && isMeasured) return { ...base, status: "PASS" };
    const message =
      conversations === 0 ? "no conversation was played" : "no conversation repeats turns; --depth lean does";
    return { ...base, status: "NOT-TESTED", message };
  });
}

function findingRow(finding: AgentFinding, registry: Registry): CheckResult {
  const { checkId, expected, actual, frames, trial, foundMs } = finding;
  return {
    ...headOf(checkId, registry),
    status: statusOf(finding, registry),
    message: `${doneIn(finding)}; ${trial === undefined ? "saved by an earlier run" : `conversation ${trial}`}`,
    expected,
    actual,
    frames: frames.slice(-SHOWN_FRAMES).map(reportFrame),
    durationMs: foundMs,
  };
}

function statusOf({ checkId, isFlaky, expected, actual, frames }: AgentFinding, registry: Registry): Status {
  if (isFlaky) return "FLAKY";
  return grade({ kind: "violated", expected, actual, frames }, registry.get(checkId), false);
}

/** The commands in words, as `new 0, prompt 0 long, cancel 0`. */
function doneIn({ played: { commands } }: AgentFinding): string {
  const words = commands.map((command) =>
    Object.values(command)
      .filter((value) => typeof value !== "object")
      .join(" "),
  );
  return words.length === 0 ? "initialize alone" : words.join(", ");
}
