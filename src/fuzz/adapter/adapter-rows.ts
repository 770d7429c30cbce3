import type { Registry } from "../../engine/registry.js";
import { reportFrame } from "../../engine/report/frames.js";
import type { CheckResult } from "../../engine/report/report.js";
import { rowHead } from "../../engine/report/row-head.js";
import type { Requirement } from "../../engine/requirement.js";
import type { Frame } from "../../wire/frame.js";
import type { Sighting } from "./loss-sighting.js";
import type { Unsayable } from "./turn-script.js";

/** The rules for processes that translate between protocol versions. */
export const ADAPTER_RULES: Readonly<Record<"terminal" | "loss", string>> = {
  terminal: "acp.v1.bridge.cross-version-terminal",
  loss: "acp.v1.bridge.cross-version-no-silent-loss",
};

/** Why nothing else is asked of an adapter. */
const OTHER_WORDS = "an adapter says in other words what it hears, so that there is nothing to compare";
/** Why the rules for adapters are not asked of another bridge. */
const NO_ADAPTER =
  "only for a bridge whose profile says that it translates between protocol versions (adapts)";

/** The rows of all that is not asked: of an adapter all but its two rules, of any other bridge these two. */
export function unaskedRows(registry: Registry, ids: readonly string[], isOfAdapter: boolean): CheckResult[] {
  const rules = Object.values(ADAPTER_RULES);
  return ids
    .filter((id) => rules.includes(id) !== isOfAdapter)
    .map((id) => unpromised(registry.get(id), isOfAdapter ? OTHER_WORDS : NO_ADAPTER));
}

/** What became of one thing that version 1 has no words for. */
export interface Judged {
  readonly unsayable: Unsayable;
  /** Declared: the profile says that it is lost, so nobody looked. */
  readonly sighting: Sighting | { readonly kind: "declared" };
  /** It was lost once and not again on fresh processes. */
  readonly isFlaky: boolean;
}

/** The row of a rule that is not looked at, with the reason. */
export function unpromised(requirement: Requirement, reason: string): CheckResult {
  return { ...rowHead(requirement), durationMs: 0, status: "N/A", message: reason };
}

/** The row of the rule about terminals. */
export function terminalRow(
  requirement: Requirement,
  { sighting, isFlaky }: { readonly sighting: Sighting; readonly isFlaky: boolean },
): CheckResult {
  const base = { ...rowHead(requirement), durationMs: 0 };
  switch (sighting.kind) {
    case "told":
      return { ...base, status: "PASS", message: sighting.how };
    case "unclear":
      return { ...base, status: "INFO", message: sighting.reason };
    case "not tested":
      return { ...base, status: "NOT-TESTED", message: sighting.reason };
    case "silent":
      return {
        ...base,
        status: isFlaky ? "FLAKY" : "FAIL",
        message: "the agent's terminal is mapped by its shape",
        expected: "a refusal, ordinary text or an extension: the terminal is the agent's",
        actual: sighting.actual,
        frames: sighting.frames.map(reportFrame),
      };
  }
}

/** The row of the rule about losses: one that nobody hears of outweighs all, and what was not tested all but that. */
export function lossRow(requirement: Requirement, judged: readonly Judged[]): CheckResult {
  const base = { ...rowHead(requirement), durationMs: 0 };
  const lost = judged.filter(({ sighting }) => sighting.kind === "silent");
  if (lost.length > 0) return { ...base, ...shownLosses(lost) };
  const untested = reasons(judged, "not tested");
  if (untested !== "") return { ...base, status: "NOT-TESTED", message: untested };
  const unclear = reasons(judged, "unclear");
  const declared = [...new Set(judged.filter(isDeclared).map(({ unsayable }) => unsayable.loss))];
  const words = declared.length === 0 ? "" : `declared as lost: ${declared.join(", ")}`;
  if (unclear !== "" || judged.every(isDeclared))
    return { ...base, status: "INFO", message: [unclear, words].filter((text) => text !== "").join("; ") };
  return { ...base, status: "PASS", ...(words === "" ? {} : { message: words }) };
}

function shownLosses(
  lost: readonly Judged[],
): Pick<CheckResult, "status" | "message" | "expected" | "actual" | "frames"> {
  const names = [...new Set(lost.map(({ unsayable }) => unsayable.loss))];
  const actual = lost.flatMap(({ unsayable: { loss, about }, sighting }) =>
    sighting.kind === "silent" ? [`${loss} (${about}): ${sighting.actual}`] : [],
  );
  return {
    // What is lost each time counts, whatever else is lost now and then.
    status: lost.every(({ isFlaky }) => isFlaky) ? "FLAKY" : "FAIL",
    message: `lost without a word: ${names.join(", ")}`,
    expected:
      'a word to the client, to the agent or on stderr, an end, or a documented loss ("loses" of the profile\'s "adapts")',
    actual: actual.join("; "),
    frames: framesOf(lost[0]).map(reportFrame),
  };
}

function framesOf(judged: Judged | undefined): readonly Frame[] {
  return judged?.sighting.kind === "silent" ? judged.sighting.frames : [];
}

function reasons(judged: readonly Judged[], kind: "not tested" | "unclear"): string {
  const losses = new Map<string, Set<string>>();
  for (const { unsayable, sighting } of judged) {
    if (sighting.kind !== kind) continue;
    losses.set(sighting.reason, (losses.get(sighting.reason) ?? new Set()).add(unsayable.loss));
  }
  return [...losses].map(([reason, names]) => `${[...names].join(", ")}: ${reason}`).join("; ");
}

function isDeclared({ sighting }: Judged): boolean {
  return sighting.kind === "declared";
}
