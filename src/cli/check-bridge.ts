import type { Play } from "../engine/failure.js";
import { assembleReport } from "../engine/report/assemble.js";
import type { CheckResult, Report } from "../engine/report/report.js";
import { selectorFilter } from "../engine/selector.js";
import { Fault } from "../fault.js";
import { ADAPTER_RULES, unaskedRows } from "../fuzz/adapter/adapter-rows.js";
import type { AdapterProfile } from "../fuzz/adapter/adapts.js";
import { checkBridge as playBridge } from "../fuzz/bridge-check.js";
import type { JudgedCase } from "../fuzz/bridge-run.js";
import { bridgeCases, levelCheckId } from "../fuzz/bridge-suite.js";
import { checkLatency, LATENCY_ID, type TimedLatency, unpromisedLatency } from "../fuzz/latency-check.js";
import { PROMISE_LEVELS, type PromiseLevel } from "../fuzz/oracle/level.js";
import { isAdapter, type Profile, readAnyProfile, readProfile } from "../fuzz/profile.js";
import { loadProtocol } from "../protocol/load-protocol.js";
import { bridgeWaits } from "./bridge-waits.js";
import { checkAdapter } from "./check-adapter.js";
import type { CheckOptions } from "./check-options.js";
import { keepFailures, runFacts } from "./run-facts.js";

/** Every id that `check --role bridge` can judge. */
export function bridgeCheckIds(): string[] {
  const cases = bridgeCases.map(({ id }) => id);
  return [...cases, LATENCY_ID, ...PROMISE_LEVELS.map(levelCheckId), ...Object.values(ADAPTER_RULES)].sort();
}

/** Reads `--promise`, of which every promise that it goes without has to be one. */
export function readBridgeProfile(promise: string): Profile {
  return withKnownIds(readProfile(promise), promise);
}

function withKnownIds<Declared extends Profile | AdapterProfile>(
  profile: Declared,
  promise: string,
): Declared {
  const ids = bridgeCheckIds();
  const stranger = Object.keys(profile.without).find((id) => !ids.includes(id));
  if (stranger !== undefined) {
    throw new Fault(
      "usage",
      `Cannot use profile "${promise}": "without" names "${stranger}", which is no check`,
    );
  }
  return profile;
}

/** `check --role bridge`: every case direct and through the bridge. */
export async function checkBridge(options: CheckOptions): Promise<Report> {
  const { subject, registry, selectors, workers, timeout, schema, progress, signal } = options;
  const ids = bridgeCheckIds();
  const isSelected = selectorFilter(selectors, ids);
  const profile = withKnownIds(readAnyProfile(options.promise), options.promise);
  if (isAdapter(profile)) return await checkAdapter(options, profile, ids);
  const protocol = await loadProtocol(schema);
  const startedAt = new Date().toISOString();
  const result = await playBridge({
    bridge: subject,
    profile,
    registry,
    isSelected,
    workers,
    ...bridgeWaits(timeout),
    signal,
    onCase: ({ played }) => progress.step(played.id),
  });
  const isTimed = isSelected(LATENCY_ID) || options.maxLatencyMs !== undefined;
  const timed = isTimed ? await timedLatency(options, profile) : undefined;
  const playOf = (check: CheckResult): Play | undefined => {
    const failed = casePlayed(check, result.failed);
    return failed && { kind: "bridge", case: failed.played, profile };
  };
  return assembleReport({
    ...runFacts(options, startedAt, protocol),
    subject: { argv: subject, role: "bridge", info: null, capabilities: null, protocolVersion: null },
    promise: { declared: profile.promise, held: result.held },
    checks: keepFailures(
      [
        ...result.checks,
        ...(timed === undefined ? [] : [timed.check]),
        ...unaskedRows(registry, ids.filter(isSelected), false),
      ],
      playOf,
      options,
    ),
    coverage: {
      withCheck: ids.length,
      selected: ids.filter(isSelected).length,
      hazards: ids.filter((id) => id.startsWith("wire.")).length,
      ...(timed?.latency === undefined ? {} : { latencyMs: timed.latency }),
    },
    ...(signal.aborted ? { blockedBy: "interrupted" } : {}),
  });
}

/** What the bridge adds; nothing when the run was interrupted. */
async function timedLatency(
  { subject, registry, timeout, signal, maxLatencyMs }: CheckOptions,
  profile: Profile,
): Promise<TimedLatency | undefined> {
  if (signal.aborted) return undefined;
  const reason = profile.without[LATENCY_ID];
  if (reason !== undefined) return { check: unpromisedLatency(registry, reason), latency: undefined };
  return await checkLatency({ bridge: subject, registry, ...bridgeWaits(timeout), signal, maxLatencyMs });
}

/** The case behind a check: its own, or for a level the first case in which that level broke. */
function casePlayed({ id }: CheckResult, failed: readonly JudgedCase[]): JudgedCase | undefined {
  const level = PROMISE_LEVELS.find((name: PromiseLevel) => levelCheckId(name) === id);
  return failed.find(({ played, broken }) => (level === undefined ? played.id === id : broken.has(level)));
}
