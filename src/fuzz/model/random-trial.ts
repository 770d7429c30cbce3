import fc, { type Arbitrary } from "fast-check";
import { afterCommand, freshClient, isPossible, MOST_SESSIONS, type Offers } from "./client-model.js";
import type { AgentTrial, AnswerKind, Awaited, Command, IdForm, PromptKind, SessionAct } from "./command.js";
import { scripts } from "./scripts.js";

/** Drawn, that is: about a third of them fit where they stand. */
const MOST_COMMANDS = 45;

/** Conversations of the model, with lines that break rules where `odd` gives some. */
export function randomTrial(offers: Offers, odd: readonly Command[]): Arbitrary<AgentTrial> {
  const rules = { fresh: () => freshClient(offers), isPossible, after: afterCommand };
  return scripts(commandArbitraries(odd), rules, MOST_COMMANDS).map((commands) => ({ commands }));
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
