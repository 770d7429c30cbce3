import { readRegistry } from "../engine/registry.js";
import type { Report } from "../engine/report/report.js";
import { TOXICS } from "../fuzz/traffic/toxics.js";
import type { FuzzOptions } from "./fuzz/bridge-fuzz.js";
import { packagePlace } from "./package-place.js";
import { DEFAULT_TIMEOUT_MS, workerCount } from "./run-options.js";

/** What `fuzz` is asked to do; everything but the subject has the default of the command line. */
export interface RunFuzzOptions extends Partial<Omit<FuzzOptions, "registry" | "subject">> {
  /** The subject's argv; `{agent}` and `{agent-command}` as on the command line. */
  readonly subject: readonly string[];
  readonly role?: "agent" | "bridge";
}

const FOR_MS = 60_000;

/**
 * Fuzzes one subject, as `acp-assay fuzz` does, and returns the report. Throws a Fault: `usage` for wrong options,
 * `untestable` when the subject cannot be tested, `harness` when the harness broke.
 */
export async function runFuzz({ role = "bridge", ...options }: RunFuzzOptions): Promise<Report> {
  const complete = {
    depth: "full",
    runs: undefined,
    for: FOR_MS,
    seed: 1,
    toxics: new Set(TOXICS),
    shard: { index: 0, count: 1 },
    saved: true,
    promise: "bytes",
    schema: "v1",
    workers: workerCount("auto"),
    timeout: DEFAULT_TIMEOUT_MS,
    signal: new AbortController().signal,
    ...options,
    registry: readRegistry(packagePlace("conformance/requirements")),
  } as const;
  // Each role has much to load that the other does not need.
  if (role === "agent") return await (await import("./fuzz/agent-fuzz.js")).fuzzAgent(complete);
  return await (await import("./fuzz/bridge-fuzz.js")).fuzzBridge(complete);
}
