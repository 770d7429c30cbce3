import type { PlaceCount, PlaceKind } from "../../../generated/arbitrary/coverage.js";
import type { Report } from "../../engine/report/report.js";

/** What bridge-fuzz puts into the coverage of a report. */
interface CampaignCoverage {
  readonly sessions: number;
  readonly frames: number;
  readonly bytes: number;
  readonly topics: PlaceCount;
  readonly schema: Readonly<Record<PlaceKind, PlaceCount>>;
  readonly covered: Readonly<Record<string, number>>;
  readonly arrivals: Readonly<Record<string, number>>;
  readonly givenUp: boolean;
  readonly saved: { readonly played: number; readonly failed: number };
  readonly corpus?: { readonly played: number; readonly added: number };
}

/** What a campaign went through, so that "no findings" means something: the lines below the report for people. */
export function campaignText({ coverage }: Report): string {
  const { sessions, frames, bytes, topics, schema, covered, arrivals, givenUp, saved, corpus } =
    // A report holds the coverage of any command; this one is bridge-fuzz's own.
    coverage as unknown as CampaignCoverage;
  const early = givenUp ? " · ended early, it keeps on failing" : "";
  const of = ({ seen, all }: PlaceCount, what: string): string => `${seen} of ${all} ${what}`;
  const kinds = (prefix: string): number =>
    Object.keys(covered).filter((name) => name.startsWith(prefix)).length;
  const lines = [
    ...(saved.played === 0
      ? []
      : [` saved     ${saved.failed} of ${saved.played} saved failures still fail`]),
    ` fuzzed    ${sessions} sessions · ${frames} frames · ${(bytes / 1e6).toFixed(1)} MB${early}`,
    ` schema    ${of(topics, "kinds of message")} · ${of(schema.definition, "definitions")} · ${of(schema.arm, "union arms")} · ${of(schema.member, "enum members")} · ${of(schema.optional, "optional fields")}`,
    ` variety   ${kinds("mutation")} mutations · ${kinds("toxic")} toxics · ${kinds("ending")} endings · ${Object.keys(arrivals).length} ways to arrive`,
    ...(corpus === undefined ? [] : [` corpus    ${corpus.played} sessions played · ${corpus.added} added`]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}
