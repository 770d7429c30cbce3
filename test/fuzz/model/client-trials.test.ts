import { test } from "tap";
import type { Depth } from "../../../src/fuzz/campaign/trials.js";
import {
  afterCommand,
  freshAgent,
  isPossible,
  type Serves,
} from "../../../src/fuzz/client/model/agent-model.js";
import { ClientTrials } from "../../../src/fuzz/client/model/client-trials.js";
import { type AgentCommand, aboutOfAgent, type ClientTrial } from "../../../src/fuzz/client/model/command.js";
import { isClientTrial } from "../../../src/fuzz/client/model/read-trial.js";
import { plainerOfAgent } from "../../../src/fuzz/client/plainer.js";
import { shrinkConversation } from "../../../src/fuzz/conversation/shrink-conversation.js";
import { loadGrammar } from "../../../src/fuzz/traffic/lines.js";
import { loadProtocol } from "../../../src/protocol/load-protocol.js";

const EVERYTHING: Serves = { read: true, write: true, terminal: true };
const NOTHING: Serves = { read: false, write: false, terminal: false };
const grammar = await loadGrammar("v1");

function some(depth: Depth, serves = EVERYTHING, seed = 1): ClientTrial[] {
  const trials = new ClientTrials({ serves, grammar, depth, seed });
  return Array.from({ length: Math.min(trials.count, 250) }, (_, number) => trials.at(number)).filter(
    (trial) => trial !== undefined,
  );
}

test("the same seed gives the same conversations, in whatever order they are asked for", async (t) => {
  const forward = some("full");
  const trials = new ClientTrials({ serves: EVERYTHING, grammar, depth: "full", seed: 1 });
  const backward = forward.map((_, place) => trials.at(forward.length - 1 - place)).reverse();

  t.equal(JSON.stringify(backward), JSON.stringify(forward));
  t.not(JSON.stringify(some("full", EVERYTHING, 2)), JSON.stringify(forward));
});

test("no conversation does what the model does not allow, nor asks for what the client does not serve", async (t) => {
  for (const serves of [EVERYTHING, NOTHING]) {
    for (const { commands } of some("full", serves)) {
      let model = freshAgent(serves);
      for (const command of commands) {
        if (!isPossible(model, command)) t.fail(`${JSON.stringify(command)} in ${JSON.stringify(commands)}`);
        model = afterCommand(model, command);
      }
    }
  }
  const asked = some("full", NOTHING).flatMap(({ commands }) =>
    commands.flatMap((command) => (command.do === "ask" || command.do === "miss" ? [command.what] : [])),
  );

  t.same([...new Set(asked)].sort(), ["custom", "lasting-permission", "permission", "unknown"]);
});

test("every update that a conversation says follows the schema, but for those of the future", async (t) => {
  const protocol = await loadProtocol("v1");
  const updates = some("full").flatMap(({ commands }) =>
    commands.flatMap((command) => (command.do === "update" ? [command] : [])),
  );
  const kinds = new Set(updates.map(({ name }) => name));
  const broken = updates.filter(
    ({ update }) =>
      protocol.judge("notification", "session/update", "a2c", { sessionId: "s", update }).length > 0,
  );

  t.ok(kinds.size > 10, [...kinds].join(", "));
  t.same([...new Set(broken.map(({ name }) => name))].sort(), [
    "_acp-assay.example/custom",
    "acp_assay_future",
  ]);
});

test("the conversations of a campaign do everything that there is to do", async (t) => {
  const said = new Set(
    [...some("full"), ...some("lean")].flatMap(({ commands }) =>
      commands.map((command) => aboutOfAgent(command).split(/[ ,]/)[1]),
    ),
  );

  t.same([...said].sort(), [
    "answer-again",
    "ask",
    "asks",
    "at",
    "await",
    "barrier",
    "cut",
    "die",
    "end",
    "flush",
    "hold",
    "interrupt",
    "miss",
    "offer",
    "say",
    "stray",
    "tell",
    "update",
    "withdraw",
  ]);
});

test("a saved conversation is read back, and what is none is told", async (t) => {
  for (const trial of [...some("full"), ...some("lean")]) {
    if (!isClientTrial(JSON.parse(JSON.stringify(trial)))) t.fail(JSON.stringify(trial));
  }
  for (const command of [
    {},
    { do: "toString" },
    { do: "ask", what: "read", id: "number" },
    { do: "ask", what: "sing", id: "number", place: 0 },
    { do: "update", name: "x", update: [] },
    { do: "cut", bytes: -1 },
  ]) {
    t.notOk(isClientTrial({ commands: [command] }), JSON.stringify(command));
  }
});

test("an update shrinks to a word, or to the members that matter and without which it is none", async (t) => {
  const update: AgentCommand = {
    do: "update",
    name: "tool_call",
    update: { sessionUpdate: "tool_call", toolCallId: "c", title: "t", status: "pending" },
  };
  const shrunk = async (shows: (text: string) => boolean): Promise<readonly AgentCommand[]> => {
    const conversation = { commands: [update, { do: "barrier" } as const] };
    const least = await shrinkConversation<AgentCommand>(
      conversation,
      { plainer: (command) => plainerOfAgent(command, (one) => "title" in one) },
      async ({ commands }) => shows(JSON.stringify(commands)),
    );
    return least.commands;
  };

  t.match(await shrunk((text) => text.includes("update")), [{ do: "update", name: "agent_message_chunk" }]);
  t.same(await shrunk((text) => text.includes('"toolCallId"')), [
    { do: "update", name: "tool_call", update: { sessionUpdate: "tool_call", toolCallId: "c", title: "t" } },
  ]);
});
