import { homedir } from "node:os";
import type { Report } from "./report.js";

/** The report as JSON text; paths below the home directory are written with `~`. */
export function jsonReport(report: Report): string {
  const home = homedir();
  const text = JSON.stringify(
    report,
    (_key, value: unknown) =>
      typeof value === "string" && home.length > 1 ? value.replaceAll(home, "~") : value,
    2,
  );
  return `${text}\n`;
}
