import type { Answer } from "../behaviour.js";
import type { Turn } from "../turn.js";
import { askForm, askSecret, askUrl } from "./elicitations.js";
import { readFile, writeFile } from "./files.js";
import { plan } from "./plans.js";
import { runCommand } from "./terminals.js";
import { askTwice, look, sayMuch, stop, work } from "./tools.js";

/** Carries out one order of the stub's script (script.json); `argument` is what stands behind its name. */
export type Order = (turn: Turn, argument: string) => Promise<Answer>;

/** The orders that a prompt can give with the words "order: NAME ARGUMENT". */
export const orders: Readonly<Record<string, Order>> = {
  "say-much": sayMuch,
  look,
  work,
  "ask-twice": askTwice,
  read: readFile,
  write: writeFile,
  run: runCommand,
  plan,
  "ask-form": askForm,
  "ask-url": askUrl,
  "ask-secret": askSecret,
  refuse: stop("refusal"),
  max_tokens: stop("max_tokens"),
  max_turn_requests: stop("max_turn_requests"),
};
