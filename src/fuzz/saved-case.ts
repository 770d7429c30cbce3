import type { Step } from "../driver/sandwich/step.js";
import { Fault } from "../fault.js";
import type { BridgeCase } from "./bridge-case.js";
import { isAspect } from "./bridge-verdict.js";
import { PROMISE_LEVELS } from "./oracle/level.js";
import type { Profile } from "./profile.js";

/** Reads the case and the profile of a saved bridge failure; a Fault `usage` when they cannot be played. */
export function readSavedCase(played: unknown, profile: unknown): { played: BridgeCase; profile: Profile } {
  if (!isCase(played))
    throw new Fault("usage", "Cannot replay: the saved failure has no steps that can be played");
  if (!isProfile(profile)) throw new Fault("usage", "Cannot replay: the saved failure has no profile");
  return { played, profile };
}

/** Has a saved case everything that playing it takes? */
export function isCase(value: unknown): value is BridgeCase {
  if (!isRecord(value)) return false;
  const { id, steps, aspects } = value;
  const hasSteps = Array.isArray(steps) && steps.length > 0 && steps.every(isStep);
  return typeof id === "string" && hasSteps && Array.isArray(aspects) && aspects.every(isAspect);
}

/** Can it be played as a step? */
export function isStep(value: unknown): value is Step {
  if (!isRecord(value) || typeof value["do"] !== "string") return false;
  const isWrite = value["do"] === "write" || value["do"] === "agent-stderr";
  return !isWrite || isPayload(value["payload"]);
}

function isPayload(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return ["text", "b64", "fill"].some((key) => typeof value[key] === "string");
}

function isProfile(value: unknown): value is Profile {
  return (
    isRecord(value) &&
    PROMISE_LEVELS.some((level) => level === value["promise"]) &&
    isRecord(value["without"])
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
