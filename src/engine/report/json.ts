import type { Report } from "./report.js";

/** The report as JSON text: the form that other programs read, and that `matrix` merges. */
export function jsonReport(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
