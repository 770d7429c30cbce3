import fc, { type Arbitrary } from "fast-check";
import {
  afterCommand,
  type ClientModel,
  freshClient,
  isPossible,
  MOST_SESSIONS,
  type Offers,
} from "./client-model.js";
import type { AgentTrial, AnswerKind, Awaited, Command, IdForm, PromptKind, SessionAct } from "./command.js";

/** The model while fast-check walks through its commands. */
interface Walk {
  model: ClientModel;
}

/** What the walk writes: the commands that the model allowed. */
type Script = Command[];

/** A command as fast-check's model-based testing takes it. The real system is a script: agents are met later. */
class Scripted implements fc.Command<Walk, Script> {
  readonly #command: Command;

  constructor(command: Command) {
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

/** Drawn, that is: about a third of them fit where they stand. */
const MOST_COMMANDS = 45;

/** Conversations of the model, with lines that break rules where `odd` gives some. */
export function randomTrial(offers: Offers, odd: readonly Command[]): Arbitrary<AgentTrial> {
  const arbitraries = commandArbitraries(odd).map((one) => one.map((command) => new Scripted(command)));
  return fc.commands(arbitraries, { maxCommands: MOST_COMMANDS, size: "max" }).map((commands) => {
    const script: Script = [];
    fc.modelRun(() => ({ model: { model: freshClient(offers) }, real: script }), commands);
    return { commands: script };
  });
}

/** fc.commands draws evenly among these, so what matters more stands here more often. */
function commandArbitraries(odd: readonly Command[]): Arbitrary<Command>[] {
  const session = fc.nat(MOST_SESSIONS - 1);
  const place = fc.nat(3);
  const kind = fc.constantFrom<PromptKind>("short", "long", "long", "file", "file");
  const how = fc.constantFrom<AnswerKind>("allow", "allow", "reject", "cancelled", "error", "twice");
  const what = fc.constantFrom<Awaited>("update", "request", "answer");
  const act = fc.constantFrom<SessionAct>("load", "resume", "close", "delete");
  const id = fc.constantFrom<IdForm>("number", "text", "again", "in-use", "theirs");
  const about = fc.constantFrom("custom", "dollar", "idle-cancel", "late-withdrawal" as const);
  const opened = session.map((each): Command => ({ do: "new", session: each }));
  const prompted = fc.record({ do: fc.constant("prompt"), session, kind });
  const cancelled = session.map((each): Command => ({ do: "cancel", session: each }));
  const acted = fc.record({ do: act, session });
  return [
    opened,
    opened,
    prompted,
    prompted,
    prompted,
    cancelled,
    cancelled,
    acted,
    acted,
    session.map((each): Command => ({ do: "withdraw", session: each })),
    fc.constant<Command>({ do: "list" }),
    fc.record({ do: fc.constantFrom("set-mode", "set-option" as const), session, place }),
    fc.constant<Command>({ do: "hold" }),
    fc.record({ do: fc.constant("answer"), session, how }),
    fc.record({ do: fc.constant("answer"), session, how }),
    fc.record({ do: fc.constant("ask"), id }),
    fc.record({ do: fc.constant("tell"), about }),
    fc.constantFrom<Command>({ do: "stray" }, ...odd),
    fc.record({ do: fc.constant("await"), session, what }),
    fc.record({ do: fc.constant("await"), session, what }),
    fc.constant<Command>({ do: "barrier" }),
  ];
}
