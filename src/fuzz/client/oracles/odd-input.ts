import { isOddOfAgent } from "../model/command.js";
import type { ClientPlayed } from "../play/played.js";

/** How a client takes input that breaks a rule is not laid down (docs/protocol/v1/error.mdx is silent): that only warns. */
export const ODD_INPUT = "client.fuzz.survives-odd-input";

/** The check, unless the agent broke a rule in this conversation. */
export function unlessOdd(checkId: string, { trial }: Pick<ClientPlayed, "trial">): string {
  return trial.commands.some(isOddOfAgent) ? ODD_INPUT : checkId;
}

/** Lines were said that may be messages of any kind, so that what comes back cannot be told apart. */
export function saysLines({ trial }: Pick<ClientPlayed, "trial">): boolean {
  return trial.commands.some((command) => command.do === "say");
}
