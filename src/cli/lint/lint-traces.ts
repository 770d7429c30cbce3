import { clientTrafficChecks } from "../../../conformance/client-suite.js";
import { agentSuiteOf } from "../../../conformance/suites.js";
import { agentResults } from "../../engine/agent-report.js";
import type { Judged } from "../../engine/agent-run.js";
import { heavier, type Verdict } from "../../engine/outcome.js";
import { type Registry, readRegistry } from "../../engine/registry.js";
import { assembleReport } from "../../engine/report/assemble.js";
import type { Report } from "../../engine/report/report.js";
import type { PassiveCheck } from "../../engine/scenario.js";
import { Fault } from "../../fault.js";
import { loadProtocol } from "../../protocol/load-protocol.js";
import type { Protocol } from "../../protocol/protocol.js";
import { type SchemaId, versionOf } from "../../protocol/schema-id.js";
import type { Frame } from "../../wire/frame.js";
import { isJsonObject, type Json, type JsonObject } from "../../wire/message.js";
import { packagePlace } from "../package-place.js";
import { runFacts } from "../run-facts.js";
import { type Recording, readRecording } from "./recording.js";
import { recordingFor } from "./recording-for.js";

/** What `lint` is asked to do. */
export interface LintOptions {
  readonly paths: readonly string[];
  readonly schema: SchemaId;
  /** SHOULD fails too. */
  readonly strict: boolean;
  /** Whose lines are judged; the agent's unless given. */
  readonly role?: LintedRole;
  /** The requirements; read from the package unless given. */
  readonly registry?: Registry;
}

/** The side of a recorded connection that is judged. */
export type LintedRole = "agent" | "client";

/**
 * Judges recorded connections by every check that any traffic decides. A recording shows what an agent did and never
 * what it would have done, so the report's verdict stays open.
 */
export async function lintTraces({
  paths,
  schema,
  strict,
  role = "agent",
  registry = readRegistry(packagePlace("conformance/requirements")),
}: LintOptions): Promise<Report> {
  const startedAt = new Date().toISOString();
  const protocol = await loadProtocol(schema);
  const all: Recording[] = [];
  for (const path of paths) all.push(recordingFor(role, await readRecording(path), protocol));
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
    checksOf(role, schema).map((check) => judgeAll(check, judged, protocol)),
    registry,
    strict,
  );
  const about = role === "client" ? clientFacts(judged[0]) : agentFacts(judged[0]);
  const report = assembleReport({
    ...runFacts({ seed: 1 }, startedAt, protocol),
    subject: { argv: paths, role, ...about },
    checks,
    coverage: {
      traces: paths.length,
      frames: judged.reduce((sum, { whole }) => sum + whole.frames.length, 0),
      limits,
    },
  });
  return { ...report, verdict: { ...report.verdict, conformant: false, incomplete: true } };
}

function checksOf(role: LintedRole, schema: SchemaId): readonly PassiveCheck[] {
  if (role === "agent") return agentSuiteOf(schema).passive;
  if (versionOf(schema) === 1) return clientTrafficChecks;
  throw new Fault("usage", `Cannot judge clients by schema ${schema}: their checks speak version 1`);
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

type Facts = Pick<Report["subject"], "info" | "capabilities" | "protocolVersion">;

function agentFacts(recording: Recording | undefined): Facts {
  const { agentInfo, agentCapabilities, protocolVersion, ...told } = initializeResult(recording);
  return factsOf(told["info"] ?? agentInfo, told["capabilities"] ?? agentCapabilities, protocolVersion);
}

function clientFacts(recording: Recording | undefined): Facts {
  const asked = initializeRequest(recording)?.message;
  const params = asked?.kind === "request" && isJsonObject(asked.params) ? asked.params : {};
  return factsOf(params["clientInfo"], params["clientCapabilities"], params["protocolVersion"]);
}

function factsOf(info: Json = null, capabilities: Json = null, protocolVersion: Json = null): Facts {
  return { info, capabilities, protocolVersion };
}

function initializeRequest(recording: Recording | undefined): Frame | undefined {
  return recording?.whole.frames.find(
    ({ direction, message }) =>
      direction === "c2a" && message.kind === "request" && message.method === "initialize",
  );
}

/** The result of initialize; empty where the trace has none. */
function initializeResult(recording: Recording | undefined): JsonObject {
  const frames = recording?.whole.frames ?? [];
  const asked = initializeRequest(recording);
  const key = asked?.message.kind === "request" ? asked.message.id.key : undefined;
  const answer = frames.find(
    ({ direction, message }) => direction === "a2c" && message.kind === "response" && message.id.key === key,
  );
  const result = answer?.message.kind === "response" ? answer.message.value["result"] : undefined;
  return isJsonObject(result) ? result : {};
}
