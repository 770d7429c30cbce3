import { constants } from "node:os";
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

/** What each step needs besides its name. */
const STEPS: Readonly<Record<Step["do"], Readonly<Record<string, (value: unknown) => boolean>>>> = {
  write: { dir: isDirection, payload: isPayload },
  await: { dir: isDirection },
  "agent-stderr": { payload: isPayload },
  "client-closes": {},
  "await-agent-eof": {},
  "agent-closes-stdout": {},
  "await-client-eof": {},
  "agent-exits": { code: isCount },
  "agent-dies": { signal: isSignal },
  "await-exit": {},
  signal: { signal: isSignal },
  "await-agent-signal": {},
  "await-agent-released": {},
  "client-stops-reading": {},
  "client-reads-again": {},
  "agent-stops-reading": {},
  "agent-reads-again": {},
  pause: { ms: isCount },
  "agent-floods": { byteCount: isCount },
};

/** Can it be played as a step? It may come from another version, or from a person. */
export function isStep(value: unknown): value is Step {
  if (!isRecord(value)) return false;
  const needs = Object.entries(STEPS).find(([name]) => name === value["do"])?.[1];
  return needs !== undefined && Object.entries(needs).every(([name, isRight]) => isRight(value[name]));
}

function isDirection(value: unknown): boolean {
  return value === "c2a" || value === "a2c";
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && value >= 0;
}

function isSignal(value: unknown): boolean {
  return typeof value === "string" && Object.hasOwn(constants.signals, value);
}

function isPayload(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { head, times, tail } = value;
  if (typeof value["fill"] === "string")
    return typeof head === "string" && typeof tail === "string" && isCount(times);
  return ["text", "b64"].some((key) => typeof value[key] === "string");
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
