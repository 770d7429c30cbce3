import { afterCommand, freshClient, isPossible, type Offers } from "./client-model.js";
import type { AgentTrial, AnswerKind, Command, PromptKind, SessionAct } from "./command.js";
import { oddLines } from "./odd-lines.js";

const KINDS: readonly PromptKind[] = ["short", "long", "file"];
const ANSWERS: readonly AnswerKind[] = ["allow", "reject", "cancelled", "error", "twice"];
const ACTS: readonly SessionAct[] = ["load", "resume", "close", "delete"];

const open = (session = 0): Command => ({ do: "new", session });
const prompt = (kind: PromptKind, session = 0): Command => ({ do: "prompt", session, kind });
const cancel = (session = 0): Command => ({ do: "cancel", session });
const until = (what: "update" | "request" | "answer", session = 0): Command => ({
  do: "await",
  session,
  what,
});
const answer = (how: AnswerKind, session = 0): Command => ({ do: "answer", session, how });
const act = (name: SessionAct, session = 0): Command => ({ do: name, session });
const HOLD: Command = { do: "hold" };
const BARRIER: Command = { do: "barrier" };
/** A turn that waits for an answer about its file. */
const ASKING: readonly Command[] = [open(), HOLD, prompt("file"), until("request")];

/** The edges of the model, each once: where a cancel, an answer or a race can come. */
const EDGES: readonly (readonly Command[])[] = [
  ...KINDS.map((kind) => [open(), prompt(kind), until("answer"), prompt("short"), until("answer")]),
  [open(), cancel(), BARRIER, prompt("short"), until("answer"), cancel()],
  ...KINDS.flatMap((kind) => [
    [open(), prompt(kind), cancel()],
    [open(), prompt(kind), until("update"), cancel(), until("answer"), prompt("short"), until("answer")],
    [open(), prompt(kind), cancel(), prompt("short"), until("answer")],
  ]),
  [open(), ...[1, 2, 3, 4, 5].flatMap(() => [prompt("long"), cancel(), until("answer")]), prompt("short")],
  [open(), prompt("long"), prompt("long"), prompt("short"), cancel(), cancel()],
  [...ASKING, cancel()],
  [...ASKING, cancel(), answer("cancelled"), until("answer"), prompt("short"), until("answer")],
  [...ASKING, open(1), prompt("short", 1), until("answer", 1), answer("allow"), until("answer")],
  [...ASKING, BARRIER, answer("allow"), cancel()],
  [...ASKING, { do: "ask", id: "theirs" }, answer("allow"), until("answer")],
  ...ANSWERS.map((how) => [...ASKING, answer(how), until("answer"), prompt("short"), until("answer")]),
  [open(), open(1), prompt("long"), prompt("long", 1), cancel(), until("answer"), BARRIER, cancel(1)],
  [open(), open(1), prompt("short"), prompt("short", 1), until("answer"), until("answer", 1)],
  [
    open(),
    open(1),
    open(2),
    prompt("file"),
    prompt("file", 1),
    prompt("short", 2),
    until("answer"),
    until("answer", 1),
  ],
  [open(), prompt("long"), until("update"), { do: "withdraw", session: 0 }, BARRIER, cancel()],
  [open(), ...(["number", "text", "again", "in-use"] as const).map((id): Command => ({ do: "ask", id }))],
  [open(), prompt("long"), { do: "ask", id: "in-use" }, BARRIER, { do: "ask", id: "again" }],
  ...(["custom", "dollar", "idle-cancel", "late-withdrawal"] as const).map((about): Command[] => [
    open(),
    { do: "tell", about },
    prompt("short"),
    { do: "tell", about },
  ]),
  [open(), { do: "stray" }, prompt("short"), { do: "stray" }, until("answer")],
  [{ do: "list" }, open(), { do: "list" }, prompt("long"), { do: "list" }],
  [
    open(),
    ...[0, 1, 2].flatMap((place): Command[] => [
      { do: "set-mode", session: 0, place },
      { do: "set-option", session: 0, place },
    ]),
  ],
  [
    open(),
    prompt("long"),
    until("update"),
    { do: "set-mode", session: 0, place: 1 },
    { do: "set-option", session: 0, place: 1 },
  ],
  ...ACTS.flatMap((name) => [
    [open(), prompt("short"), until("answer"), act(name), until("answer"), prompt("short"), act(name)],
    [open(), prompt("long"), until("update"), act(name)],
    [...ASKING, act(name), answer("allow")],
    [open(), prompt("long"), act(name), cancel()],
  ]),
  ...ACTS.flatMap((first) => ACTS.map((second) => [open(), act(first), act(second)])),
];

/** The edges of the model that this agent has, each once: a fast agent is through in a few seconds. */
export function edgeTrials(offers: Offers): AgentTrial[] {
  const trials = EDGES.map((commands) => possible(commands, offers)).filter(
    ({ commands }) => commands.length > 1,
  );
  const texts = trials.map((trial) => JSON.stringify(trial));
  return trials.filter((_, place) => texts.indexOf(texts[place] ?? "") === place);
}

/** Many equal turns, and one conversation for each line that no client should write. */
export function hazardTrials(offers: Offers): AgentTrial[] {
  const turns: Command = { do: "turns", session: 0, times: 200 };
  const said = oddLines.map((line) => [open(), line, prompt("short"), until("answer")]);
  return [[open(), turns], ...said].map((commands) => possible(commands, offers));
}

/** What of these commands the model allows, in their order. */
function possible(commands: readonly Command[], offers: Offers): AgentTrial {
  let model = freshClient(offers);
  const kept: Command[] = [];
  for (const command of commands) {
    if (!isPossible(model, command)) continue;
    model = afterCommand(model, command);
    kept.push(command);
  }
  return { commands: kept };
}
