import { oddLines } from "../../model/odd-lines.js";
import type { Grammar } from "../../traffic/lines.js";
import { afterCommand, freshAgent, isPossible, type Serves } from "./agent-model.js";
import type { AgentCommand, AskId, Asking, ClientTrial, Moment, Offer, TurnEnd } from "./command.js";
import { FUTURE_KIND, SAYS, sampleUpdates } from "./updates.js";

const ASKINGS: readonly Asking[] = [
  "permission",
  "lasting-permission",
  "read",
  "read-window",
  "read-missing",
  "write",
  "run",
  "custom",
  "unknown",
];
const IDS: readonly AskId[] = ["text", "empty", "negative", "theirs", "again"];
const OFFERS: readonly Offer[] = ["everything", "modes", "options", "future"];
const ENDS: readonly TurnEnd[] = [
  "end_turn",
  "max_tokens",
  "max_turn_requests",
  "refusal",
  "cancelled",
  "error",
];
const MOMENTS: readonly Moment[] = ["initialize", "session", "prompt"];
const TOLD = ["custom", "unknown", "dollar", "late-withdrawal"] as const;

const ask = (what: Asking, place = 0, id: AskId = "number"): AgentCommand => ({ do: "ask", what, id, place });
const end = (how: TurnEnd = "end_turn"): AgentCommand => ({ do: "end", how });
const AWAIT: AgentCommand = { do: "await" };
const BARRIER: AgentCommand = { do: "barrier" };
const WITHDRAW: AgentCommand = { do: "withdraw" };
const INTERRUPT: AgentCommand = { do: "interrupt" };
const HOLD: AgentCommand = { do: "hold" };
const FLUSH: AgentCommand = { do: "flush" };

/** The edges of the model, each once: what can be asked when, beside what, and how it can be cut short. */
const EDGES: readonly (readonly AgentCommand[])[] = [
  ...ASKINGS.map((what) => [ask(what), AWAIT, ask(what, 1), ask(what, 2), AWAIT]),
  ...ASKINGS.map((what) => [ask(what), WITHDRAW, AWAIT, ask(what)]),
  IDS.flatMap((id) => [ask("custom", 0, id), ask("read", 1, id), AWAIT, ask("permission", 0, id), AWAIT]),
  [ask("read"), ask("permission"), ask("read", 1), ask("write"), ask("custom"), ask("read", 2), AWAIT],
  [ask("permission"), ask("permission"), ask("permission"), WITHDRAW, AWAIT, ask("permission")],
  [ask("write"), ask("write", 1), ask("write"), AWAIT, ask("read"), AWAIT],
  [ask("run"), ask("wait"), AWAIT, ask("output"), ask("release"), AWAIT],
  [
    ask("run"),
    ask("run"),
    ask("run-long"),
    AWAIT,
    ask("output", 0),
    ask("output", 1),
    ask("output", 2),
    AWAIT,
  ],
  [
    ask("run-long"),
    ask("wait"),
    ask("output"),
    AWAIT,
    ask("kill"),
    AWAIT,
    ask("output"),
    ask("release"),
    AWAIT,
  ],
  [ask("run-long"), AWAIT, BARRIER, ask("output"), AWAIT, ask("release"), AWAIT],
  [ask("run-long"), ask("run-long"), AWAIT, ask("kill", 1), AWAIT, ask("output", 0), ask("wait", 1), AWAIT],
  ...TOLD.map((about): AgentCommand[] => [{ do: "tell", about }, SAYS, { do: "tell", about }, BARRIER]),
  ...MOMENTS.map((moment): AgentCommand[] => [
    { do: "at", moment },
    { do: "tell", about: "custom" },
    ask("custom"),
    { do: "tell", about: "dollar" },
  ]),
  ...OFFERS.map((what): AgentCommand[] => [{ do: "offer", what }, SAYS, BARRIER]),
  ...ENDS.map((how) => [SAYS, end(how), SAYS, { do: "tell", about: "custom" } as const]),
  [ask("lasting-permission"), ask("read"), ask("custom"), ask("permission"), WITHDRAW, AWAIT, ask("read", 1)],
  [ask("lasting-permission"), WITHDRAW, ask("custom"), AWAIT, BARRIER],
  [
    ask("run-long"),
    ask("custom", 0, "negative"),
    AWAIT,
    ask("custom", 0, "text"),
    AWAIT,
    ask("custom", 0, "again"),
  ],
  [FUTURE_KIND, { do: "tell", about: "custom" }, BARRIER, { do: "tell", about: "dollar" }],
  [ask("permission"), end(), SAYS],
  [ask("read"), ask("permission"), INTERRUPT, AWAIT, BARRIER],
  [ask("lasting-permission"), BARRIER, INTERRUPT, AWAIT, BARRIER],
  [INTERRUPT, SAYS, BARRIER],
  [HOLD, SAYS, ask("read"), SAYS, ask("permission"), SAYS, FLUSH, AWAIT],
  [HOLD, ask("custom"), SAYS, end(), FLUSH],
  [{ do: "cut", bytes: 1 }, SAYS, ask("read"), AWAIT],
  [{ do: "cut", bytes: 7 }, ask("permission"), SAYS, SAYS, ask("read"), AWAIT],
  [{ do: "stray" }, BARRIER],
  [end(), { do: "answer-again" }, SAYS],
  ...(["code 0", "code 1", "cut"] as const).flatMap((how): AgentCommand[][] => [
    [ask("permission"), { do: "die", how }],
    [
      { do: "at", moment: "session" },
      { do: "die", how },
    ],
  ]),
];

const MISSES: readonly Asking[] = ["permission", "read", "write", "run", "output", "release"];

/** The edges of the model that this client has, each once, and the updates of the schema, some at a time. */
export function clientEdges(serves: Serves, grammar: Grammar): ClientTrial[] {
  const trials = EDGES.map((commands) => possible(commands, serves)).filter(
    ({ commands }) => commands.length > 0,
  );
  const texts = trials.map((trial) => JSON.stringify(trial));
  const once = trials.filter((_, place) => texts.indexOf(texts[place] ?? "") === place);
  return [...once, ...together(sampleUpdates(grammar))];
}

/** Many equal requests, requests with wrong params, and one conversation for each line that no agent should write. */
export function clientHazards(serves: Serves): ClientTrial[] {
  const misses = MISSES.flatMap((what) =>
    (["without", "typed"] as const).map((how): AgentCommand[] => [
      ...(what === "output" || what === "release" ? [ask("run"), AWAIT] : []),
      ...[0, 1, 2, 3, 4].map((place): AgentCommand => ({ do: "miss", what, how, place })),
      AWAIT,
    ]),
  );
  const said = oddLines.map((line): AgentCommand[] => [line, SAYS, ask("custom"), AWAIT]);
  return [[{ do: "asks", times: 400 } as const], ...misses, ...said].map((commands) =>
    possible(commands, serves),
  );
}

/** A client takes them as they come, and shrinking finds the one that matters. */
const UPDATES_TOGETHER = 64;

function together(updates: readonly AgentCommand[]): ClientTrial[] {
  const trials: ClientTrial[] = [];
  for (let start = 0; start < updates.length; start += UPDATES_TOGETHER)
    trials.push({ commands: [...updates.slice(start, start + UPDATES_TOGETHER), BARRIER] });
  return trials;
}

/** What of these commands the model allows, in their order. */
function possible(commands: readonly AgentCommand[], serves: Serves): ClientTrial {
  let model = freshAgent(serves);
  const kept: AgentCommand[] = [];
  for (const command of commands) {
    if (!isPossible(model, command)) continue;
    model = afterCommand(model, command);
    kept.push(command);
  }
  return { commands: kept };
}
