import { readRegistry } from "../engine/registry.js";
import type { Report } from "../engine/report/report.js";
import type { Script } from "../engine/script/script.js";
import { Fault } from "../fault.js";
import { type SchemaId, versionOf } from "../protocol/schema-id.js";
import { packagePlace } from "./package-place.js";
import { Progress } from "./progress.js";
import { DEFAULT_TIMEOUT_MS, workerCount } from "./run-options.js";

/** What `check` is asked to do; everything but the subject has the default of the command line. */
export interface RunCheckOptions {
  /** The subject's argv; `{agent}` and `{agent-command}` as on the command line. */
  readonly subject: readonly string[];
  readonly role?: "agent" | "client" | "bridge";
  /** Ids or prefixes of ids; everything when left out. */
  readonly selectors?: readonly string[];
  /** A promise level or a profile file; for bridges. */
  readonly promise?: string;
  /** What a bridge may add to the way of 99 of 100 frames, in milliseconds. */
  readonly maxLatencyMs?: number;
  /** A bridge's argv: the agent suite runs direct and through it, and what differs is held against the bridge. */
  readonly through?: readonly string[];
  readonly schema?: SchemaId;
  /** The content of a script file (docs/scripts.md); for agents. */
  readonly script?: Script;
  /** SHOULD fails too. */
  readonly strict?: boolean;
  readonly seed?: number;
  readonly workers?: number;
  /** How long one answer may take, in milliseconds. */
  readonly timeout?: number;
  /** The auth method to log in with, one that needs no person; for agents. */
  readonly authMethod?: string;
  /** Log out as well, which takes away the user's own login; for agents. */
  readonly allowLogout?: boolean;
  /** Aborted: the run ends early and its report says so. */
  readonly signal?: AbortSignal;
  /** Called as things get done, with the name of each. */
  readonly progress?: Progress;
}

/**
 * Runs conformance on one subject, as `acp-assay check` does, and returns the report. Throws a Fault: `usage` for wrong
 * options, `untestable` when the subject cannot be tested, `harness` when the harness broke.
 */
export async function runCheck(options: RunCheckOptions): Promise<Report> {
  const { role = "agent" } = options;
  const complete = {
    selectors: [],
    promise: "bytes",
    schema: "v1",
    strict: false,
    seed: 1,
    workers: workerCount("auto"),
    timeout: DEFAULT_TIMEOUT_MS,
    signal: new AbortController().signal,
    progress: new Progress(),
    ...options,
    registry: readRegistry(packagePlace("conformance/requirements")),
  } as const;
  if (versionOf(complete.schema) === 2 && role !== "agent")
    throw new Fault("usage", `--schema ${complete.schema} judges agents: it has no suite for a ${role}`);
  // Each role has much to load that the other does not need.
  if (options.through !== undefined) {
    const { checkThrough } = await import("./check-through.js");
    return await checkThrough({ ...complete, through: options.through });
  }
  if (role === "bridge") return await (await import("./check-bridge.js")).checkBridge(complete);
  if (role === "client") return await (await import("./check-client.js")).checkClient(complete);
  return await (await import("./check-agent.js")).checkAgent(complete);
}
