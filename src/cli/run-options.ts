import { availableParallelism } from "node:os";
import { InvalidArgumentError } from "commander";
import { isReportKind, REPORT_KINDS, type ReportKind } from "../engine/report/kinds/kind.js";

/** How long one answer may take unless the caller says otherwise, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 15_000;

/** A whole number above zero, as an option's value. */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value <= 0)
    throw new InvalidArgumentError("it has to be a whole number above 0.");
  return value;
}

/** A TCP port, as an option's value; 0 is any. */
export function portNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > 65_535)
    throw new InvalidArgumentError("it has to be a port, 0 to 65535.");
  return value;
}

/** The longest time that a timer of Node can wait, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

/** A time in milliseconds, as an option's value. */
export function milliseconds(text: string): number {
  const value = positiveNumber(text);
  if (value > LONGEST_MS) throw new InvalidArgumentError(`it may be ${LONGEST_MS} at most.`);
  return value;
}

/** A limit in milliseconds, which may be a fraction. */
export function limitMs(text: string): number {
  const value = Number(text);
  if (!/\d/.test(text) || !Number.isFinite(value) || value <= 0)
    throw new InvalidArgumentError("it has to be a number of milliseconds above 0.");
  return value;
}

/** A whole number, as a seed. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new InvalidArgumentError("it has to be a whole number.");
  return value;
}

/** How many subjects run at once: a number, or `auto` for one per processor, four at most. */
export function workerCount(text: string): number {
  return text === "auto" ? Math.min(4, availableParallelism()) : positiveNumber(text);
}

/** Where one report goes. */
export interface ReportTarget {
  readonly kind: ReportKind;
  /** A file, or `-` for stdout. */
  readonly path: string;
}

/** Collects `--report KIND=PATH`, which may be given several times. */
export function reportTarget(text: string, before: readonly ReportTarget[] = []): readonly ReportTarget[] {
  const [, kind, path] = /^(\w+)=(.+)$/s.exec(text) ?? [];
  if (kind === undefined || path === undefined) {
    throw new InvalidArgumentError("write KIND=PATH, as in json=report.json or json=- for stdout.");
  }
  if (!isReportKind(kind)) {
    throw new InvalidArgumentError(`there is no report kind "${kind}": they are ${REPORT_KINDS.join(", ")}.`);
  }
  const other = before.find((target) => target.path === path);
  if (other !== undefined) {
    const place = path === "-" ? "stdout" : `"${path}"`;
    throw new InvalidArgumentError(`${place} already gets the ${other.kind} report.`);
  }
  return [...before, { kind, path }];
}
