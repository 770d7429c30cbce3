import { Buffer } from "node:buffer";
import type { Observation } from "../../driver/sandwich/observation.js";
import { bytesOf } from "../../driver/sandwich/payload.js";
import { receivedIn } from "../../driver/sandwich/received.js";
import type { Step } from "../../driver/sandwich/step.js";
import type { Exit } from "../../driver/subject-process.js";
import type { Direction } from "../../wire/direction.js";

/**
 * What a direct run of these steps shows: with nothing in the middle, all that is written arrives. It saves a campaign
 * one process start in two; a finding counts only after a direct run that really happened.
 */
export function expectedOf(steps: readonly Step[]): Observation {
  const written: Record<Direction, Buffer[]> = { c2a: [], a2c: [] };
  const stderr: Buffer[] = [];
  const agentSignals: string[] = [];
  let exit: Exit | undefined;
  for (const step of steps) {
    if (step.do === "write") written[step.dir].push(bytesOf(step.payload));
    if (step.do === "agent-stderr") stderr.push(bytesOf(step.payload));
    if (step.do === "agent-exits") exit = { code: step.code, signal: null };
    if (step.do === "agent-dies") exit = { code: null, signal: step.signal };
    if (step.do === "signal" && step.signal === "SIGKILL") exit = { code: null, signal: step.signal };
    else if (step.do === "signal") agentSignals.push(step.signal);
  }
  const has = (name: Step["do"]): boolean => steps.some((step) => step.do === name);
  return {
    isAgentStarted: true,
    surroundings: "",
    received: receivedIn(written),
    stderr: Buffer.concat(stderr),
    exit,
    agentSawEof: has("client-closes"),
    clientSawEof: exit !== undefined || has("agent-closes-stdout"),
    agentSignals,
    timeline: [],
    lateSteps: [],
    arrivalMs: [],
    floodedBytes: undefined,
  };
}
