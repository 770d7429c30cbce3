import fc, { type Arbitrary } from "fast-check";
import { oddLines } from "../../model/odd-lines.js";
import { scripts } from "../../model/scripts.js";
import type { Grammar } from "../../traffic/lines.js";
import { afterCommand, freshAgent, isPossible, type Serves } from "./agent-model.js";
import type { AgentCommand, AskId, Asking, ClientTrial, Offer, TurnEnd } from "./command.js";
import { updates } from "./updates.js";

/** Drawn, that is: some do not fit where they stand. */
const MOST_COMMANDS = 30;

/** Conversations of the model with a client that serves these. */
export function randomClientTrial(serves: Serves, grammar: Grammar): Arbitrary<ClientTrial> {
  const rules = { fresh: () => freshAgent(serves), isPossible, after: afterCommand };
  return scripts(commandArbitraries(grammar), rules, MOST_COMMANDS).map((commands) => ({ commands }));
}

/** fc.commands draws evenly among these, so what matters more stands here more often. */
function commandArbitraries(grammar: Grammar): Arbitrary<AgentCommand>[] {
  const what = fc.constantFrom<Asking>(
    "permission",
    "permission",
    "lasting-permission",
    "read",
    "read",
    "read-window",
    "read-missing",
    "write",
    "run",
    "run-long",
    "custom",
    "unknown",
  );
  const ofTerminal = fc.constantFrom<Asking>("output", "output", "wait", "kill", "release");
  const id = fc.constantFrom<AskId>(
    "number",
    "number",
    "number",
    "text",
    "empty",
    "negative",
    "again",
    "theirs",
  );
  const place = fc.nat(3);
  const asked = fc.record({ do: fc.constant("ask"), what, id, place });
  const askedOfTerminal = fc.record({ do: fc.constant("ask"), what: ofTerminal, id, place });
  const how = fc.constantFrom<TurnEnd>("end_turn", "end_turn", "max_tokens", "refusal", "cancelled", "error");
  const update = updates(grammar);
  return [
    asked,
    asked,
    asked,
    asked,
    askedOfTerminal,
    askedOfTerminal,
    update,
    update,
    update,
    fc.record({
      do: fc.constant("miss"),
      what,
      how: fc.constantFrom("without", "typed" as const),
      place,
    }),
    fc.constant<AgentCommand>({ do: "withdraw" }),
    fc.constant<AgentCommand>({ do: "withdraw" }),
    fc.record({
      do: fc.constant("tell"),
      about: fc.constantFrom("custom", "unknown", "dollar", "late-withdrawal" as const),
    }),
    fc.oneof(
      fc.record({
        do: fc.constant("offer"),
        what: fc.constantFrom<Offer>("everything", "modes", "options", "future"),
      }),
      fc.record({ do: fc.constant("at"), moment: fc.constantFrom("initialize", "session" as const) }),
    ),
    fc.oneof(
      fc.constant<AgentCommand>({ do: "interrupt" }),
      fc.record({ do: fc.constant("end"), how }),
      fc.record({ do: fc.constant("end"), how }),
      fc.constantFrom<AgentCommand>({ do: "stray" }, { do: "answer-again" }),
      fc.constantFrom<AgentCommand>(...oddLines),
      fc.record({ do: fc.constant("die"), how: fc.constantFrom("code 0", "code 1", "cut" as const) }),
    ),
    fc.constantFrom<AgentCommand>({ do: "hold" }, { do: "flush" }, { do: "flush" }),
    fc.record({ do: fc.constant("cut"), bytes: fc.constantFrom(0, 1, 2, 64) }),
    fc.constant<AgentCommand>({ do: "await" }),
    fc.constant<AgentCommand>({ do: "await" }),
    fc.constant<AgentCommand>({ do: "barrier" }),
  ];
}
