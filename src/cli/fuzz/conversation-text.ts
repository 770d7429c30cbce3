import type { Report } from "../../engine/report/report.js";

/** What a campaign of conversations went over, in a line behind its report. */
export function conversationText({ coverage }: Report): string {
  // A report of our own making, whose coverage is that of src/cli/fuzz/conversation-fuzz.ts.
  const { conversations, frames, covered, givenUp, saved } = coverage as {
    readonly conversations: number;
    readonly frames: number;
    readonly covered: Readonly<Record<string, number>>;
    readonly givenUp: boolean;
    readonly saved: { readonly played: number; readonly failed: number };
  };
  const kinds = (start: string): number =>
    Object.keys(covered).filter((name) => name.startsWith(start)).length;
  const early = givenUp ? " · ended early, it keeps on failing" : "";
  const before =
    saved.played === 0 ? "" : ` saved     ${saved.failed} of ${saved.played} saved failures still fail\n`;
  return `${before} fuzzed    ${conversations} conversations · ${frames} frames · ${kinds("edge ")} edges · ${kinds("response ")} classes of response${early}\n`;
}
