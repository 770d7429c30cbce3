import { Fault } from "../../fault.js";
import { isEnding } from "../campaign/ending.js";
import type { Act, Trial } from "../campaign/trial.js";
import { isStep } from "../saved-case.js";

/** A session of a corpus, and what it was the first to reach. */
export interface KeptTrial {
  readonly trial: Trial;
  readonly reached: readonly string[];
  /** It has lines that are no JSON-RPC messages, or may have. */
  readonly mayBreak: boolean;
}

/** Reads a file of a corpus; a Fault `usage` when it is none. */
export function readKeptTrial(text: string, path: string): KeptTrial {
  const value = parse(text);
  if (!isRecord(value) || value["format"] !== "acp-assay-session" || value["formatVersion"] !== 1) {
    throw new Fault("usage", `Cannot read "${path}": it is no session of a corpus`);
  }
  const { trial, reached, mayBreak } = value;
  if (!isTrial(trial) || !isTextList(reached) || typeof mayBreak !== "boolean") {
    throw new Fault("usage", `Cannot read "${path}": its session has something that cannot be played`);
  }
  return { trial, reached, mayBreak };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A session without a broken sink: what a sink is called is for each campaign to say. */
function isTrial(value: unknown): value is Trial {
  if (!isRecord(value)) return false;
  const { acts, ending } = value;
  return Array.isArray(acts) && acts.every(isAct) && isEnding(ending);
}

function isAct(value: unknown): value is Act {
  if (!isRecord(value)) return false;
  return Array.isArray(value["steps"]) && value["steps"].every(isStep) && isTextList(value["about"]);
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
