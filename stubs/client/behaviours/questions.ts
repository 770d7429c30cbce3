import { type Behaviour, mutant } from "../behaviour.js";
import { answer, changeResult, diesOf } from "../change.js";

const CREATE = "elicitation/create";

/** Defects in asking the user on behalf of the agent. */
export const questionMutants: readonly Behaviour[] = [
  mutant(
    "any-mode",
    "takes every mode that it knows",
    answer(CREATE, ({ mode }) =>
      mode === "form" || mode === "url" ? { result: { action: "decline" } } : INVALID,
    ),
  ),
  mutant(
    "unknown-mode-accepted",
    "accepts a mode that nobody knows",
    answer(CREATE, ({ mode }) => {
      if (mode === "url") return INVALID;
      return mode === "form"
        ? { result: { action: "decline" } }
        : { result: { action: "accept", content: {} } };
    }),
  ),
  mutant(
    "action-missing",
    "answers without an action",
    changeResult(CREATE, () => ({})),
  ),
  mutant(
    "dies-of-complete",
    "dies of a completion that it does not expect",
    diesOf(({ method }) => method === "elicitation/complete"),
  ),
];

const INVALID = { error: { code: -32602, message: "Invalid params" } } as const;
