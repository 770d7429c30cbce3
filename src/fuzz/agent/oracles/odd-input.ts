import type { Frame } from "../../../wire/frame.js";
import { isOdd } from "../../model/command.js";
import type { Played } from "../play/played.js";

/** How an agent takes input that breaks a rule is not laid down (docs/protocol/v1/error.mdx is silent): that only warns. */
export const ODD_INPUT = "agent.fuzz.survives-odd-input";

/** The check, unless the client broke a rule in this conversation. */
export function unlessOdd(checkId: string, { trial }: Pick<Played, "trial">): string {
  return trial.commands.some(isOdd) ? ODD_INPUT : checkId;
}

/** Lines were said that may be messages of any kind, so that what comes back cannot be told apart. */
export function saysLines({ trial }: Pick<Played, "trial">): boolean {
  return trial.commands.some((command) => command.do === "say");
}

/** The last frames in both directions. */
export function lastFrames({ transcript }: Pick<Played, "transcript">, count: number): Frame[] {
  return transcript.frames.slice(-count);
}
