import { readFileSync } from "node:fs";
import { Fault } from "../fault.js";
import { type AdapterProfile, readAdapterProfile, readWithout } from "./adapter/adapts.js";
import { REWRITES, type Rewrite } from "./meaning/rewrite.js";
import { NAMED_PROFILES } from "./named-profiles.js";
import type { MalformedPolicy } from "./oracle/compare.js";
import { PROMISE_LEVELS, type PromiseLevel } from "./oracle/level.js";
import type { SinkOptions } from "./sinks/sink-fault.js";

/** What a bridge declares of itself; only that is held against it (DESIGN, "What a bridge promises"). */
export interface Profile {
  readonly promise: PromiseLevel;
  readonly malformed: MalformedPolicy;
  /** Promises, by check id, that this bridge does not make; the reason is shown. */
  readonly without: Readonly<Record<string, string>>;
  /** At level `meaning`: what it calls by other names on its other side. */
  readonly rewrites?: readonly Rewrite[];
  /** It refuses frames that the schema does not allow, so none are sent to it. */
  readonly invalid?: "refuse";
  /** How it is told of its sinks, so that they can be broken. */
  readonly sinks?: SinkOptions;
}

const PROFILE_KEYS: readonly string[] = [
  "promise",
  "malformed",
  "without",
  "rewrites",
  "invalid",
  "sinks",
  "adapts",
];
const MALFORMED_POLICIES: readonly MalformedPolicy[] = ["forward", "reject", "drop"];

/** A level as a profile: whoever promises bytes or lines forwards malformed lines too. */
export function profileOfLevel(promise: PromiseLevel): Profile {
  return {
    promise,
    malformed: promise === "bytes" || promise === "lines" ? "forward" : "reject",
    without: {},
    ...(promise === "meaning" ? { rewrites: REWRITES } : {}),
  };
}

/** Is it the profile of a process that translates between two protocol versions? */
export function isAdapter(profile: Profile | AdapterProfile): profile is AdapterProfile {
  return "adapts" in profile;
}

/** Reads `--promise` where a bridge passes on what it hears: an adapter's profile is a Fault `usage`. */
export function readProfile(promise: string): Profile {
  const profile = readAnyProfile(promise);
  if (!isAdapter(profile)) return profile;
  throw new Fault(
    "usage",
    `Cannot use profile "${promise}" here: an adapter passes nothing on as it is, so that only check judges it`,
  );
}

/** Reads `--promise`: the name of a level or of a profile, or a JSON file with a profile. */
export function readAnyProfile(promise: string): Profile | AdapterProfile {
  const level = PROMISE_LEVELS.find((name) => name === promise);
  if (level !== undefined) return profileOfLevel(level);
  const named = Object.entries(NAMED_PROFILES).find(([name]) => name === promise);
  return named === undefined ? readProfileFile(promise) : named[1];
}

function readProfileFile(file: string): Profile | AdapterProfile {
  const given = parseFile(file);
  if ("adapts" in given) return readAdapterProfile(given, file);
  const unknown = Object.keys(given).find((key) => !PROFILE_KEYS.includes(key));
  if (unknown !== undefined) {
    throw new Fault(
      "usage",
      `Cannot use profile "${file}": "${unknown}" is not one of ${PROFILE_KEYS.join(", ")}`,
    );
  }
  const promise = PROMISE_LEVELS.find((level) => level === given["promise"]);
  if (promise === undefined) {
    throw new Fault(
      "usage",
      `Cannot use profile "${file}": "promise" is not one of ${PROMISE_LEVELS.join(", ")}`,
    );
  }
  const malformed = given["malformed"] ?? profileOfLevel(promise).malformed;
  const policy = MALFORMED_POLICIES.find((name) => name === malformed);
  if (policy === undefined) {
    throw new Fault(
      "usage",
      `Cannot use profile "${file}": "malformed" is not one of ${MALFORMED_POLICIES.join(", ")}`,
    );
  }
  const without = readWithout(given["without"], file);
  const { sinks, invalid } = given;
  if (invalid !== undefined && invalid !== "refuse") {
    throw new Fault("usage", `Cannot use profile "${file}": "invalid" is not "refuse"`);
  }
  return {
    promise,
    malformed: policy,
    without,
    ...(promise === "meaning" ? { rewrites: readRewrites(given["rewrites"], file) } : {}),
    ...(invalid === undefined ? {} : { invalid }),
    ...(sinks === undefined ? {} : { sinks: readSinks(sinks, file) }),
  };
}

function readRewrites(rewrites: unknown = REWRITES, file: string): readonly Rewrite[] {
  const isList = Array.isArray(rewrites);
  const known = isList ? REWRITES.filter((name) => rewrites.includes(name)) : [];
  if (isList && known.length === rewrites.length) return known;
  throw new Fault(
    "usage",
    `Cannot use profile "${file}": "rewrites" is not a list of ${REWRITES.join(", ")}`,
  );
}

function readSinks(sinks: unknown, file: string): SinkOptions {
  if (isObject(sinks)) {
    const { place = 1, files = [], servers = [] } = sinks;
    if (isPlace(place) && isTextList(files) && isTextList(servers)) return { place, files, servers };
  }
  throw new Fault(
    "usage",
    `Cannot use profile "${file}": "sinks" is not an object of "place", a number, "files" and "servers", lists of options`,
  );
}

function parseFile(file: string): Readonly<Record<string, unknown>> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new Fault(
      "usage",
      `Cannot read "${file}": it is neither a promise level (${PROMISE_LEVELS.join(", ")}), a profile (${Object.keys(NAMED_PROFILES).join(", ")}) nor a file`,
      {
        cause: error,
      },
    );
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch (error) {
    throw new Fault("usage", `Cannot use profile "${file}": it is not JSON`, { cause: error });
  }
  throw new Fault("usage", `Cannot use profile "${file}": it is not a JSON object`);
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}

function isPlace(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
