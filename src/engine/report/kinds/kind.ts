import type { Report } from "../report.js";
import { withoutHome } from "./without-home.js";

/** What a report can be written as. */
export type ReportKind = "json" | "junit" | "tap" | "sarif" | "html" | "md" | "ndjson";

type Render = (report: Report) => string;

/** One file a kind, loaded only when it is asked for: most runs write none, and some bring a library along. */
const RENDERERS: Readonly<Record<ReportKind, () => Promise<Render>>> = {
  json: async () => (await import("../json.js")).jsonReport,
  junit: async () => (await import("./junit.js")).junitReport,
  tap: async () => (await import("./tap.js")).tapReport,
  sarif: async () => (await import("./sarif.js")).sarifReport,
  html: async () => (await import("../html/page.js")).htmlReport,
  md: async () => (await import("./markdown.js")).markdownReport,
  ndjson: async () => (await import("./ndjson.js")).ndjsonReport,
};

/** Every kind, in the order in which help names them. */
export const REPORT_KINDS: readonly string[] = Object.keys(RENDERERS);

/** Is it the name of a kind? */
export function isReportKind(name: string): name is ReportKind {
  return Object.hasOwn(RENDERERS, name);
}

/** The report as text of one kind; paths below the home directory are written with `~`. */
export async function renderReport(kind: ReportKind, report: Report): Promise<string> {
  const render = await RENDERERS[kind]();
  return render(withoutHome(report));
}
