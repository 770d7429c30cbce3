import type { Registry } from "../engine/registry.js";
import type { Script } from "../engine/script/script.js";
import type { SchemaId } from "../protocol/schema-id.js";
import type { Progress } from "./progress.js";

/** What both roles of `check` are given. */
export interface CheckOptions {
  readonly subject: readonly string[];
  readonly selectors: readonly string[];
  readonly registry: Registry;
  readonly schema: SchemaId;
  readonly strict: boolean;
  readonly seed: number;
  readonly workers: number;
  /** How long one wait may take, in milliseconds. */
  readonly timeout: number;
  /** The auth method to log in with; for agents. */
  readonly authMethod?: string;
  /** Log out as well; for agents. */
  readonly allowLogout?: boolean;
  /** A promise level or a profile file; for bridges. */
  readonly promise: string;
  /** What makes this agent do what scenarios want. */
  readonly script?: Script;
  /** What a bridge may add to the way of 99 of 100 frames, in milliseconds; no limit when left out. */
  readonly maxLatencyMs?: number | undefined;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}
