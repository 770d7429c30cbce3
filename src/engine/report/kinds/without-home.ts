import { homedir } from "node:os";
import type { Report } from "../report.js";

/** The report with `~` in place of the home directory: a report is shown to people whom that name does not concern. */
export function withoutHome(report: Report, home: string = homedir()): Report {
  if (home.length <= 1) return report;
  // /home/ann is no part of /home/anne.
  const place = new RegExp(`${home.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}(?![\\w.-])`, "g");
  // Only texts change, so what comes out has the form of what went in.
  return hidden(report, place) as Report;
}

function hidden(value: unknown, home: RegExp): unknown {
  if (typeof value === "string") return value.replace(home, "~");
  if (Array.isArray(value)) return value.map((item) => hidden(item, home));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.replace(home, "~"), hidden(member, home)]),
  );
}
