import { InvalidArgumentError } from "commander";
import { TOXICS, type Toxic } from "../fuzz/traffic/toxics.js";

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** A time with its unit, in milliseconds. */
export function duration(text: string): number {
  const [, amount = "", unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
  const ms = Number(amount) * (UNITS[unit] ?? 0);
  if (!Number.isFinite(ms) || ms <= 0)
    throw new InvalidArgumentError("write a time above 0, as in 500ms, 60s, 5m or 1h.");
  return ms;
}

/** The toxics that a comma-separated list names; `none` for none. */
export function toxicSet(text: string): ReadonlySet<Toxic> {
  if (text === "none") return new Set();
  const names = text.split(",");
  const known = names.flatMap((name) => TOXICS.find((toxic) => toxic === name) ?? []);
  if (known.length < names.length) {
    const stranger = names.find((name) => TOXICS.every((toxic) => toxic !== name));
    throw new InvalidArgumentError(
      `there is no toxic "${stranger}": they are ${TOXICS.join(", ")}, or none.`,
    );
  }
  return new Set(known);
}

/** Which share of the sessions to play; without a value what a Kubernetes Indexed Job says, or all of them. */
export function shardOf(text: string | undefined): { readonly index: number; readonly count: number } {
  if (text === undefined) {
    const index = Number(process.env["JOB_COMPLETION_INDEX"] ?? Number.NaN);
    const count = Number(process.env["JOB_COMPLETION_COUNT"] ?? Number.NaN);
    return isShard(index, count) ? { index, count } : { index: 0, count: 1 };
  }
  const [, place = "", total = ""] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(place) - 1, count: Number(total) };
  if (!isShard(shard.index, shard.count))
    throw new InvalidArgumentError("write I/N with I from 1 to N, as in 2/4.");
  return shard;
}

function isShard(index: number, count: number): boolean {
  return Number.isSafeInteger(index) && Number.isSafeInteger(count) && index >= 0 && index < count;
}
