import fc, { type Arbitrary } from "fast-check";
import { oddLines } from "../../model/odd-lines.js";
import type { Grammar } from "../../traffic/lines.js";
import { type AgentModel, afterCommand, freshAgent, isPossible, type Serves } from "./agent-model.js";
import type { AgentCommand, AskId, Asking, ClientTrial, Offer, TurnEnd } from "./command.js";
import { updates } from "./updates.js";

/** The model while fast-check walks through its commands. */
interface Walk {
  model: AgentModel;
}

/** What the walk writes: the commands that the model allowed. */
type Script = AgentCommand[];

/** A command as fast-check's model-based testing takes it. The real system is a script: clients are met later. */
class Scripted implements fc.Command<Walk, Script> {
  readonly #command: AgentCommand;

  constructor(command: AgentCommand) {
    this.#command = command;
  }

  check({ model }: Readonly<Walk>): boolean {
    return isPossible(model, this.#command);
  }

  run(walk: Walk, script: Script): void {
    walk.model = afterCommand(walk.model, this.#command);
    script.push(this.#command);
  }

  toString(): string {
    return JSON.stringify(this.#command);
  }
}

/** Drawn, that is: some do not fit where they stand. */
const MOST_COMMANDS = 30;

/** Conversations of the model with a client that serves these. */
export function randomClientTrial(serves: Serves, grammar: Grammar): Arbitrary<ClientTrial> {
  const arbitraries = commandArbitraries(grammar).map((one) => one.map((command) => new Scripted(command)));
  return fc.commands(arbitraries, { maxCommands: MOST_COMMANDS, size: "max" }).map((commands) => {
    const script: Script = [];
    fc.modelRun(() => ({ model: { model: freshAgent(serves) }, real: script }), commands);
    return { commands: script };
  });
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
