import { readRegistry } from "../engine/registry.js";
import type { Report } from "../engine/report/report.js";
import { Fault } from "../fault.js";
import { TOXICS } from "../fuzz/traffic/toxics.js";
import type { FuzzOptions } from "./fuzz/bridge-fuzz.js";
import { packagePlace } from "./package-place.js";
import { DEFAULT_TIMEOUT_MS, workerCount } from "./run-options.js";

/** What `fuzz` is asked to do; everything but the subject has the default of the command line. */
export interface RunFuzzOptions extends Partial<Omit<FuzzOptions, "registry" | "subject">> {
  /** The subject's argv; `{agent}` and `{agent-command}` as on the command line. */
  readonly subject: readonly string[];
  readonly role?: "agent" | "client" | "bridge";
}

const FOR_MS = 60_000;

/** What says something of bridges alone, and would be left unheard otherwise. */
const OF_BRIDGES = ["toxics", "promise", "corpus"] as const;

/** A Fault `usage` where an option of bridges is given for another role. */
function refuseBridgeOptions(role: "agent" | "client", options: Partial<FuzzOptions>): void {
  const given = OF_BRIDGES.find((name) => options[name] !== undefined);
  if (given !== undefined)
    throw new Fault("usage", `--${given} is about bridges: it does not go with --role ${role}`);
  const { schema = "v1" } = options;
  // The models speak protocol version 1; judging that by another version's schema would accuse everybody.
  if (!schema.startsWith("v1"))
    throw new Fault("usage", `--role ${role} knows the schemas of version 1, not ${schema}`);
}

/**
 * Fuzzes one subject, as `acp-assay fuzz` does, and returns the report. Throws a Fault: `usage` for wrong options,
 * `untestable` when the subject cannot be tested, `harness` when the harness broke.
 */
export async function runFuzz({ role = "bridge", ...options }: RunFuzzOptions): Promise<Report> {
  if (role !== "bridge") refuseBridgeOptions(role, options);
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
  if (role === "client") return await (await import("./fuzz/client-fuzz.js")).fuzzClient(complete);
  if (role === "agent") return await (await import("./fuzz/agent-fuzz.js")).fuzzAgent(complete);
  return await (await import("./fuzz/bridge-fuzz.js")).fuzzBridge(complete);
}
