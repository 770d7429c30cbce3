import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "../fault.js";
import type { CheckResult } from "./report/report.js";
import type { Login } from "./scenario.js";
import { type Script, scriptErrors } from "./script/script.js";

/**
 * How to play a failure again: a scenario of the suite of agents or of clients by name, a bridge case with all its bytes,
 * or a conversation with an agent or with a client.
 */
export type Play =
  | { readonly kind: "agent"; readonly scenario: string; readonly script?: Script; readonly login?: Login }
  | { readonly kind: "client"; readonly scenario: string }
  /** `case` and `profile` are what src/fuzz wrote; only it reads them. */
  | { readonly kind: "bridge"; readonly case: unknown; readonly profile: unknown }
  /** The profile is what src/fuzz/adapter wrote; only it reads it. */
  | { readonly kind: "adapter"; readonly profile: Readonly<Record<string, unknown>> }
  | { readonly kind: "conversation" | "client-conversation"; readonly trial: unknown };

/** A saved failure: one self-contained file that `replay` plays again. */
export interface Failure {
  readonly format: "acp-assay-failure";
  readonly formatVersion: 1;
  readonly id: string;
  readonly check: Omit<CheckResult, "durationMs" | "failureId">;
  readonly subject: readonly string[];
  readonly schema: string;
  readonly seed: number;
  readonly play: Play;
}

/** Where failures are kept, below the working directory. */
export const FAILURES_FOLDER: string = join(".acp-assay", "failures");

/** Makes a failure of a failed check. The id depends on the check, on what is played and against whom: it is stable. */
export function failureOf(
  check: CheckResult,
  play: Play,
  run: Pick<Failure, "subject" | "schema" | "seed">,
): Failure {
  const hash = createHash("sha256")
    .update(JSON.stringify([check.id, play, run.subject]))
    .digest("base64url");
  const { durationMs: _, failureId: __, ...rest } = check;
  const id = `f-${hash.replace(/[-_]/g, "").slice(0, 6)}`;
  return { format: "acp-assay-failure", formatVersion: 1, id, check: rest, ...run, play };
}

/** Writes failures below the working directory; returns why that failed, or undefined. */
export function saveFailures(failures: readonly Failure[]): string | undefined {
  try {
    if (failures.length > 0) makeFolder();
    for (const failure of failures) {
      const path = join(FAILURES_FOLDER, `${failure.id}.json`);
      // Two runs may save the same failure at once: each file is written whole, then put in place.
      const draft = `${path}.${process.pid}`;
      writeFileSync(draft, `${JSON.stringify(failure, null, 2)}\n`);
      renameSync(draft, path);
    }
    return undefined;
  } catch (error) {
    return `Cannot save failures in "${FAILURES_FOLDER}": ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Level by level: a recursive mkdir of Node never returns below /proc. */
function makeFolder(): void {
  for (const folder of [dirname(FAILURES_FOLDER), FAILURES_FOLDER]) {
    if (!existsSync(folder)) mkdirSync(folder);
  }
}

/** Finds the failures that a file, a folder or an id below the working directory names. */
export function loadFailures(place: string): Failure[] {
  const saved = join(FAILURES_FOLDER, `${place}.json`);
  const path = existsSync(place) ? place : saved;
  if (!existsSync(path)) {
    throw new Fault(
      "usage",
      `No failure "${place}": it is no file, no folder and no id in ${FAILURES_FOLDER}`,
    );
  }
  if (!statSync(path).isDirectory()) return [readFailure(path)];
  const files = readdirSync(path).filter((file) => file.endsWith(".json"));
  if (files.length === 0) throw new Fault("usage", `No failure in folder "${path}"`);
  return files.sort().map((file) => readFailure(join(path, file)));
}

/** The failures that earlier runs kept below the working directory; a file that cannot be read is none. */
export function savedFailures(): Failure[] {
  if (!existsSync(FAILURES_FOLDER) || !statSync(FAILURES_FOLDER).isDirectory()) return [];
  const files = readdirSync(FAILURES_FOLDER).filter((file) => file.endsWith(".json"));
  return files.sort().flatMap((file) => {
    try {
      return [readFailure(join(FAILURES_FOLDER, file))];
    } catch (error) {
      if (error instanceof Fault) return [];
      throw error;
    }
  });
}

function readFailure(path: string): Failure {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const reason = error instanceof SyntaxError ? "it is not JSON" : String(error);
    throw new Fault("usage", `Cannot read failure "${path}": ${reason}`, { cause: error });
  }
  return requireFailure(value, `failure "${path}"`);
}

/** The value as a failure; a Fault `usage` when it is none. */
export function requireFailure(value: unknown, name: string): Failure {
  if (!isFailure(value))
    throw new Fault("usage", `Cannot read ${name}: it is not a saved failure of acp-assay`);
  return value;
}

/** Is everything there that playing it again takes? A file may come from another version, or from a person. */
function isFailure(value: unknown): value is Failure {
  if (!isRecord(value) || value["format"] !== "acp-assay-failure" || value["formatVersion"] !== 1)
    return false;
  const { id, check, subject, schema, play } = value;
  const hasFacts = typeof id === "string" && typeof schema === "string";
  const hasCheck = isRecord(check) && typeof check["id"] === "string";
  const hasSubject = Array.isArray(subject) && subject.every((argument) => typeof argument === "string");
  return hasFacts && hasCheck && hasSubject && isPlay(play);
}

function isPlay(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (value["kind"] === "adapter") return isRecord(value["profile"]);
  if (value["kind"] === "client") return typeof value["scenario"] === "string";
  if (value["kind"] === "agent") {
    const { scenario, script, login } = value;
    const mayBeTold = script === undefined || scriptErrors(script).length === 0;
    return typeof scenario === "string" && mayBeTold && (login === undefined || isLogin(login));
  }
  if (value["kind"] === "conversation" || value["kind"] === "client-conversation")
    return isRecord(value["trial"]) && Array.isArray(value["trial"]["commands"]);
  const { kind, case: played, profile } = value;
  // src/fuzz alone knows these two; that they are there and have steps is all that can be told here.
  return kind === "bridge" && isRecord(played) && Array.isArray(played["steps"]) && isRecord(profile);
}

function isLogin(value: unknown): value is Login {
  if (!isRecord(value) || typeof value["mayLogout"] !== "boolean") return false;
  return value["methodId"] === undefined || typeof value["methodId"] === "string";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
