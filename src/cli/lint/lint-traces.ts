import { agentSuiteOf } from "../../../conformance/suites.js";
import { agentResults } from "../../engine/agent-report.js";
import type { Judged } from "../../engine/agent-run.js";
import { heavier, type Verdict } from "../../engine/outcome.js";
import { readRegistry } from "../../engine/registry.js";
import { assembleReport } from "../../engine/report/assemble.js";
import type { Report } from "../../engine/report/report.js";
import type { PassiveCheck } from "../../engine/scenario.js";
import { loadProtocol } from "../../protocol/load-protocol.js";
import type { Protocol } from "../../protocol/protocol.js";
import { type SchemaId, versionOf } from "../../protocol/schema-id.js";
import { isJsonObject, type Json, type JsonObject } from "../../wire/message.js";
import { packagePlace } from "../package-place.js";
import { runFacts } from "../run-facts.js";
import { type Recording, readRecording } from "./recording.js";

/** What `lint` is asked to do. */
export interface LintOptions {
  readonly paths: readonly string[];
  readonly schema: SchemaId;
  /** SHOULD fails too. */
  readonly strict: boolean;
}

/**
 * Judges recorded connections by every check that any traffic decides. A recording shows what an agent did and never
 * what it would have done, so the report's verdict stays open.
 */
export async function lintTraces({ paths, schema, strict }: LintOptions): Promise<Report> {
  const startedAt = new Date().toISOString();
  const protocol = await loadProtocol(schema);
  const all: Recording[] = [];
  for (const path of paths) all.push(await readRecording(path));
  const judged = all.filter((recording) => isJudged(recording, schema));
  const strangers = all.filter((recording) => !isJudged(recording, schema));
  const limits = [
    ...strangers.map(
      (one) => `${one.path} speaks version ${JSON.stringify(versionSpoken(one))} of the protocol`,
    ),
    ...judged.flatMap((recording) => recording.limits),
  ];
  for (const limit of limits) process.stderr.write(`acp-assay: not judged in full: ${limit}\n`);
  const checks = agentResults(
    agentSuiteOf(schema).passive.map((check) => judgeAll(check, judged, protocol)),
    readRegistry(packagePlace("conformance/requirements")),
    strict,
  );
  const told = initializeResult(judged[0]);
  const report = assembleReport({
    ...runFacts({ seed: 1 }, startedAt, protocol),
    subject: {
      argv: paths,
      role: "agent",
      info: told["info"] ?? told["agentInfo"] ?? null,
      capabilities: told["capabilities"] ?? told["agentCapabilities"] ?? null,
      protocolVersion: told["protocolVersion"] ?? null,
    },
    checks,
    coverage: {
      traces: paths.length,
      frames: judged.reduce((sum, { whole }) => sum + whole.frames.length, 0),
      limits,
    },
  });
  return { ...report, verdict: { ...report.verdict, conformant: false, incomplete: true } };
}

function judgeAll(check: PassiveCheck, recordings: readonly Recording[], protocol: Protocol): Judged {
  const started = performance.now();
  const none: Verdict = { kind: "vacuous", reason: "no line of the trace is about it" };
  const seen = recordings.flatMap((one) => judge(check, one, protocol, recordings.length > 1) ?? []);
  const verdict = seen.reduce(heavier, none);
  const durationMs = Math.round(performance.now() - started);
  return { id: check.id, verdict, isFlaky: false, scenario: "", durationMs };
}

/** What each line decides by itself is judged in all of them, everything else up to the first that is missing. */
function judge(
  check: PassiveCheck,
  { whole, certain, path }: Recording,
  protocol: Protocol,
  isOneOfMany: boolean,
): Verdict | undefined {
  const verdict = check.judge(check.isLocal === true ? whole : certain, protocol);
  if (verdict?.kind !== "violated" || !isOneOfMany) return verdict;
  return { ...verdict, actual: `${verdict.actual} (in ${path})` };
}

function isJudged(recording: Recording, schema: SchemaId): boolean {
  const version = versionSpoken(recording);
  return version === undefined || version === versionOf(schema);
}

function versionSpoken(recording: Recording): Json | undefined {
  const version = initializeResult(recording)["protocolVersion"];
  return typeof version === "number" ? version : undefined;
}

/** The result of initialize; empty where the trace has none. */
function initializeResult(recording: Recording | undefined): JsonObject {
  const frames = recording?.whole.frames ?? [];
  const asked = frames.find(
    ({ direction, message }) =>
      direction === "c2a" && message.kind === "request" && message.method === "initialize",
  );
  const key = asked?.message.kind === "request" ? asked.message.id.key : undefined;
  const answer = frames.find(
    ({ direction, message }) => direction === "a2c" && message.kind === "response" && message.id.key === key,
  );
  const result = answer?.message.kind === "response" ? answer.message.value["result"] : undefined;
  return isJsonObject(result) ? result : {};
}
