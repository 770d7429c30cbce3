import type { Registry } from "../../engine/registry.js";
import { assembleReport } from "../../engine/report/assemble.js";
import type { Report } from "../../engine/report/report.js";
import { Fault } from "../../fault.js";
import { levelCheckId } from "../../fuzz/bridge-suite.js";
import { type CampaignResult, runCampaign } from "../../fuzz/campaign/campaign.js";
import { playSaved } from "../../fuzz/campaign/saved.js";
import { type Depth, Trials } from "../../fuzz/campaign/trials.js";
import { Corpus } from "../../fuzz/corpus/corpus.js";
import type { PromiseLevel } from "../../fuzz/oracle/level.js";
import { type Grammar, loadGrammar, spokenName } from "../../fuzz/traffic/lines.js";
import type { Toxic } from "../../fuzz/traffic/toxics.js";
import { loadProtocol } from "../../protocol/load-protocol.js";
import type { SchemaId } from "../../protocol/schema-id.js";
import { bridgeWaits } from "../bridge-waits.js";
import { readBridgeProfile } from "../check-bridge.js";
import { keepFailures, runFacts } from "../run-facts.js";
import { type FuzzFindings, fuzzRows } from "./bridge-rows.js";
import type { CampaignPace } from "./campaign-pace.js";
import { savedCases } from "./saved-cases.js";

/** What `fuzz` is asked to do. */
export interface FuzzOptions {
  /** The bridge's argv; `{agent}` and `{agent-command}` as on the command line. */
  readonly subject: readonly string[];
  readonly registry: Registry;
  readonly depth: Depth;
  /** Sessions at most; no limit but the time when undefined. */
  readonly runs: number | undefined;
  /** No session begins later than this, in milliseconds from the start. */
  readonly for: number;
  readonly seed: number;
  readonly toxics: ReadonlySet<Toxic>;
  /** Which share of the sessions is played: every `count`th, from `index` (counted from 0) on. */
  readonly shard: { readonly index: number; readonly count: number };
  /** Play the saved failures of this subject first. */
  readonly saved: boolean;
  /** A promise level or a profile file. */
  readonly promise: string;
  /** A folder of sessions that reached something new: they are played too, and what reaches more is added. */
  readonly corpus?: string;
  readonly schema: SchemaId;
  readonly workers: number;
  /** How long one wait may take, in milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  readonly onSession?: (statistics: CampaignPace, findings: number) => void;
}

const SHRINK_MS = 30_000;

/** Fuzzes a bridge with traffic made from the schema, and gives the report of what it changed. */
export async function fuzzBridge(options: FuzzOptions): Promise<Report> {
  const { subject, registry, schema, timeout, seed, depth, toxics, signal } = options;
  const profile = readBridgeProfile(options.promise);
  const grammar = await loadGrammar(schema);
  const protocol = await loadProtocol(schema);
  const startedAt = new Date().toISOString();
  const mayBreak = profile.malformed === "forward";
  const corpus = options.corpus === undefined ? undefined : Corpus.open(options.corpus, { toxics, mayBreak });
  const trials = new Trials({
    grammar,
    depth,
    seed,
    toxics,
    mayBreak,
    mayBend: profile.invalid === undefined,
    unpromised: new Set(Object.keys(profile.without)),
    ...(profile.sinks === undefined ? {} : { sinks: profile.sinks }),
    ...(corpus === undefined ? {} : { corpus: corpus.trials }),
  });
  const { workers, shard } = options;
  const playing = {
    bridge: subject,
    profile,
    workers,
    ...bridgeWaits(timeout),
    signal,
  };
  const saved = await playSaved(options.saved ? savedCases(subject) : [], playing);
  const result = await runCampaign({
    ...playing,
    trials,
    sources: grammar.frames,
    shard,
    runs: options.runs ?? Number.POSITIVE_INFINITY,
    forMs: options.for,
    shrinkMs: SHRINK_MS,
    known: saved.findings,
    onSound: (number, trial, shown) => corpus?.note(trial, shown, number >= trials.fixedCount),
    ...(options.onSession === undefined ? {} : { onTrial: options.onSession }),
  });
  if (corpus?.problem !== undefined) process.stderr.write(`acp-assay: ${corpus.problem}\n`);
  const { sessions } = result.statistics;
  if (sessions === 0 && !signal.aborted) {
    throw new Fault("usage", "Nothing to fuzz: no session of this depth, shard and number of runs is left");
  }
  const found = { findings: [...saved.findings, ...result.findings], sessions };
  const checks = fuzzRows(found, { registry, profile }, (rows, playOf) =>
    keepFailures(rows, playOf, options),
  );
  const blockedBy = signal.aborted ? "interrupted" : result.blockedBy;
  return assembleReport({
    ...runFacts(options, startedAt, protocol),
    subject: { argv: subject, role: "bridge", info: null, capabilities: null, protocolVersion: null },
    promise: { declared: profile.promise, held: heldIn(found, profile.promise) },
    checks,
    coverage: {
      ...coverageOf(result, grammar, depth),
      saved: { played: saved.played, failed: saved.findings.length },
      ...(corpus === undefined ? {} : { corpus: { played: corpus.trials.length, added: corpus.added } }),
    },
    ...(blockedBy === undefined ? {} : { blockedBy }),
  });
}

/** A campaign looks at the declared level only: it held, or nothing is known of the levels below. */
function heldIn({ findings, sessions }: FuzzFindings, promise: PromiseLevel): string {
  const id = levelCheckId(promise);
  const isBroken = findings.some(({ checkId, isFlaky }) => checkId === id && !isFlaky);
  return isBroken || sessions === 0 ? "none" : promise;
}

function coverageOf(
  { statistics, scenarioHash, isGivenUp }: CampaignResult,
  { frames }: Grammar,
  depth: Depth,
) {
  const { sessions, frames: frameCount, bytes, covered, arrivals, schema } = statistics;
  const names = new Set(frames.map((source) => spokenName(source)));
  const seen = [...names].filter((name) => covered[`valid ${name}`] !== undefined);
  return {
    depth,
    sessions,
    frames: frameCount,
    bytes,
    scenarioHash,
    givenUp: isGivenUp,
    topics: { seen: seen.length, all: names.size },
    schema,
    arrivals,
    covered,
  };
}
