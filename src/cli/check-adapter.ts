import type { Play } from "../engine/failure.js";
import { readRegistry } from "../engine/registry.js";
import { assembleReport } from "../engine/report/assemble.js";
import type { Report } from "../engine/report/report.js";
import { selectorFilter } from "../engine/selector.js";
import { Fault } from "../fault.js";
import { checkAdapter as playAdapter } from "../fuzz/adapter/adapter-check.js";
import { ADAPTER_RULES, unaskedRows } from "../fuzz/adapter/adapter-rows.js";
import { type AdapterProfile, readAdapterProfile } from "../fuzz/adapter/adapts.js";
import { loadProtocol } from "../protocol/load-protocol.js";
import { bridgeWaits } from "./bridge-waits.js";
import type { CheckOptions } from "./check-options.js";
import { packagePlace } from "./package-place.js";
import { keepFailures, runFacts } from "./run-facts.js";
import { DEFAULT_TIMEOUT_MS } from "./run-options.js";

/** `check --role bridge` with a profile that has `adapts`: its two rules, and nothing that compares both sides. */
export async function checkAdapter(
  options: CheckOptions,
  profile: AdapterProfile,
  ids: readonly string[],
): Promise<Report> {
  const { subject, registry, selectors, workers, timeout, schema, progress, signal } = options;
  if (options.maxLatencyMs !== undefined) {
    throw new Fault("usage", "--max-latency-ms is not for an adapter: what it passes on are other frames");
  }
  const isSelected = selectorFilter(selectors, ids);
  const protocol = await loadProtocol(schema);
  const startedAt = new Date().toISOString();
  const judged = await playAdapter({
    bridge: subject,
    profile,
    registry,
    isSelected,
    workers,
    ...bridgeWaits(timeout),
    signal,
    onTurn: (about) => progress.step(about),
  });
  const play: Play = { kind: "adapter", profile: { ...profile } };
  return assembleReport({
    ...runFacts(options, startedAt, protocol),
    subject: { argv: subject, role: "bridge", info: null, capabilities: null, protocolVersion: null },
    checks: keepFailures(
      [...judged, ...unaskedRows(registry, ids.filter(isSelected), true)],
      () => play,
      options,
    ),
    coverage: { withCheck: ids.length, selected: ids.filter(isSelected).length },
    ...(signal.aborted ? { blockedBy: "interrupted" } : {}),
  });
}

/** Does an adapter break a rule still? For `replay`; `profile` is what a saved failure holds. */
export async function adapterFails(
  profile: Readonly<Record<string, unknown>>,
  id: string,
  subject: readonly string[],
): Promise<boolean> {
  if (!Object.values(ADAPTER_RULES).includes(id))
    throw new Fault("usage", `Cannot replay: this version has no check "${id}" for adapters`);
  const rows = await playAdapter({
    bridge: subject,
    profile: readAdapterProfile(profile, "of the saved failure"),
    registry: readRegistry(packagePlace("conformance/requirements")),
    isSelected: (one) => one === id,
    workers: 1,
    ...bridgeWaits(DEFAULT_TIMEOUT_MS),
    signal: new AbortController().signal,
  });
  return rows.some(({ status }) => status === "FAIL");
}
