import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { Fault } from "../../fault.js";
import { guess } from "../selector.js";
import type { Baseline, BaselineEntry } from "./baseline.js";

/** A baseline in which nothing is expected to fail. */
export const EMPTY_BASELINE: Baseline = {
  format: "acp-assay-baseline",
  formatVersion: 1,
  entries: [],
};

/** Reads a baseline, in which everything has to be right: an entry that is not understood would hide a failure. */
export function readBaseline(path: string, ids: readonly string[]): Baseline {
  const value = parse(path, read(path));
  const fault = (problem: string): Fault => new Fault("usage", `Cannot use baseline "${path}": ${problem}`);
  if (!isRecord(value) || value["format"] !== "acp-assay-baseline" || value["formatVersion"] !== 1)
    throw fault('it has to begin with "format": "acp-assay-baseline", "formatVersion": 1');
  const stranger = Object.keys(value).find((name) => !MEMBERS.includes(name));
  if (stranger !== undefined) throw fault(`it knows no "${stranger}"`);
  const { entries } = value;
  if (!Array.isArray(entries)) throw fault('"entries" has to be a list');
  const seen = new Set<string>();
  for (const [place, entry] of entries.entries()) {
    const problem = entryProblem(entry, seen, ids);
    if (problem !== undefined) throw fault(`entry ${place + 1}: ${problem}`);
  }
  // Each member was looked at above.
  return value as unknown as Baseline;
}

/** Writes it whole or not at all. */
export function writeBaseline(path: string, baseline: Baseline): void {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, `${JSON.stringify(baseline, null, 2)}\n`);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new Fault("usage", `Cannot write baseline "${path}": ${String(error)}`, { cause: error });
  }
}

const MEMBERS = ["$schema", "format", "formatVersion", "entries"];
const ENTRY_MEMBERS: readonly (keyof BaselineEntry)[] = ["id", "reason", "issue", "expires"];

function entryProblem(entry: unknown, seen: Set<string>, ids: readonly string[]): string | undefined {
  if (!isRecord(entry)) return "it has to be an object with an id and a reason";
  const { id, reason, issue, expires } = entry;
  if (typeof id !== "string") return "its id has to be a text";
  if (!ids.includes(id)) return `there is no check "${id}"${guess(id, ids)}`;
  if (seen.has(id)) return `"${id}" stands there twice`;
  seen.add(id);
  const stranger = Object.keys(entry).find((name) => !ENTRY_MEMBERS.some((known) => known === name));
  if (stranger !== undefined) return `"${id}" knows no "${stranger}": there are ${ENTRY_MEMBERS.join(", ")}`;
  if (typeof reason !== "string" || reason.trim() === "") return `"${id}" has to say its reason`;
  if (issue !== undefined && !isWebAddress(issue))
    return `the issue of "${id}" has to be an address, https://…`;
  if (expires !== undefined && !isDay(expires)) return `"${id}" has to expire on a day, as 2027-01-31`;
  return undefined;
}

function isWebAddress(value: unknown): boolean {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  return ["http:", "https:"].includes(new URL(value).protocol);
}

function isDay(value: unknown): boolean {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(value);
  // The 31st of February is read as a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const reason = isMissing ? "there is no such file; --baseline-update writes it" : String(error);
    throw new Fault("usage", `Cannot read baseline "${path}": ${reason}`, { cause: error });
  }
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Fault("usage", `Cannot read baseline "${path}": it is not JSON: ${String(error)}`, {
      cause: error,
    });
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
