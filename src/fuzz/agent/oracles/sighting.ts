import type { Frame } from "../../../wire/frame.js";
import { isOdd } from "../../model/command.js";
import type { Played } from "../play/played.js";

/** Something that an agent should not have done, in one conversation. */
export interface Sighting {
  /** The check that it speaks against. */
  readonly checkId: string;
  /** What it is, whatever led there: a smaller conversation has to show the same. */
  readonly family: string;
  readonly expected: string;
  readonly actual: string;
  /** The few frames that show it. */
  readonly frames: readonly Frame[];
}

/** How an agent takes input that breaks a rule is not laid down (docs/protocol/v1/error.mdx is silent): that only warns. */
export const ODD_INPUT = "agent.fuzz.survives-odd-input";

/** Did it show by nothing coming for a while? A slow agent looks the same to somebody in a hurry. */
export function isAboutTime({ family }: Sighting): boolean {
  return family === "hang" || family.startsWith("lost ");
}

/** The check, unless the client broke a rule in this conversation. */
export function unlessOdd(checkId: string, { trial }: Played): string {
  return trial.commands.some(isOdd) ? ODD_INPUT : checkId;
}

/** Lines were said that may be messages of any kind, so that what comes back cannot be told apart. */
export function saysLines({ trial }: Played): boolean {
  return trial.commands.some((command) => command.do === "say");
}

/** The last frames in both directions. */
export function lastFrames({ transcript }: Played, count: number): Frame[] {
  return transcript.frames.slice(-count);
}
