import type { Play } from "../../engine/failure.js";
import { grade, type Status } from "../../engine/outcome.js";
import type { Registry } from "../../engine/registry.js";
import { reportFrame } from "../../engine/report/frames.js";
import type { CheckResult } from "../../engine/report/report.js";
import type { ConversationFinding } from "../../fuzz/conversation/conversation-finding.js";
import type { ConversationStatistics } from "../../fuzz/conversation/conversation-statistics.js";
import type { AnyCommand } from "../../fuzz/conversation/game.js";
import { alsoSaved, flakyLast, headOf, type Keep } from "./bridge-rows.js";

/** What a run found, in saved failures and in its campaign, and what that campaign went over. */
export interface ConversationFindings {
  readonly findings: readonly ConversationFinding<AnyCommand>[];
  readonly statistics: ConversationStatistics;
}

/** The checks of one role. */
export interface RowKinds {
  /** Those that only a campaign makes. */
  readonly ids: readonly string[];
  /** The one about memory, which takes a command of its own. */
  readonly memory: { readonly id: string; readonly command: string };
  /** The one that writes down whether a conversation goes the same way again. */
  readonly sameAgain: string;
  /** How a finding is played again. */
  readonly play: "conversation" | "client-conversation";
}

/** The last ones matter most: at one of them it broke. */
const SHOWN_FRAMES = 8;

/** One row a check of the campaign's own, and one for each check of the registry that something speaks against. */
export function conversationRows(
  { findings, statistics }: ConversationFindings,
  { ids: own, memory, sameAgain, play }: RowKinds,
  registry: Registry,
  keep: Keep,
): CheckResult[] {
  const played = new Map<CheckResult, ConversationFinding<AnyCommand>>();
  for (const finding of findings) played.set(findingRow(finding, registry), finding);
  const kept = keep([...played.keys()], (row): Play | undefined => {
    const finding = played.get(row);
    return finding && { kind: play, trial: finding.played };
  });
  const { conversations, covered } = statistics;
  const ids = new Set([...own, ...kept.map(({ id }) => id)]);
  const rows = [...ids].map((id): CheckResult => {
    const [first, ...others] = kept.filter((row) => row.id === id).sort(flakyLast);
    if (first !== undefined) return { ...first, ...alsoSaved(first, others) };
    const base = { ...headOf(id, registry), durationMs: 0 };
    const isMeasured = id !== memory.id || covered[memory.command] !== undefined;
    if (conversations > 0 && isMeasured) return { ...base, status: "PASS" };
    const message =
      conversations === 0 ? "no conversation was played" : "no conversation repeats much; --depth lean does";
    return { ...base, status: "NOT-TESTED", message };
  });
  return [...rows, sameAgainRow(sameAgain, statistics, registry)];
}

/** Nobody has to do the same thing twice: what differs is written down, for whoever wonders at a flaky finding. */
function sameAgainRow(id: string, { again }: ConversationStatistics, registry: Registry): CheckResult {
  const base = { ...headOf(id, registry), durationMs: 0 };
  const { played, different, example } = again;
  if (played === 0) return { ...base, status: "NOT-TESTED", message: "no conversation was played twice" };
  const count = `${different} of ${played} conversations that were played twice went differently`;
  return { ...base, status: "INFO", message: example === undefined ? count : `${count}; ${example}` };
}

function findingRow(finding: ConversationFinding<AnyCommand>, registry: Registry): CheckResult {
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

function statusOf(
  { checkId, isFlaky, expected, actual, frames }: ConversationFinding<AnyCommand>,
  registry: Registry,
): Status {
  if (isFlaky) return "FLAKY";
  return grade({ kind: "violated", expected, actual, frames }, registry.get(checkId), false);
}

/** The commands in words, as `new 0, prompt 0 long, cancel 0`. */
function doneIn({ played: { commands } }: ConversationFinding<AnyCommand>): string {
  const words = commands.map((command) =>
    Object.values(command)
      .filter((value) => typeof value !== "object")
      .join(" "),
  );
  return words.length === 0 ? "nothing but the usual" : words.join(", ");
}
