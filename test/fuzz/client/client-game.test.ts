import { test } from "tap";
import { clientTrafficChecks } from "../../../conformance/client-suite.js";
import { ClientGame } from "../../../src/fuzz/client/client-game.js";
import type { AgentCommand } from "../../../src/fuzz/client/model/command.js";
import { patient } from "../../../src/fuzz/conversation/patience.js";
import { shrinkConversation } from "../../../src/fuzz/conversation/shrink-conversation.js";
import { loadProtocol } from "../../../src/protocol/load-protocol.js";
import { rawClient } from "./campaign.js";

const COMMANDS: readonly AgentCommand[] = [
  { do: "ask", what: "lasting-permission", id: "number", place: 0 },
  { do: "ask", what: "read", id: "number", place: 0 },
];

async function gameWith(name: string): Promise<ClientGame> {
  return new ClientGame({
    argv: rawClient(name),
    serves: { read: true, write: true, terminal: true },
    judges: { protocol: await loadProtocol("v1"), passive: clientTrafficChecks },
  });
}

/** The checks that one conversation with a client speaks against. */
async function accused(name: string): Promise<string[]> {
  const game = await gameWith(name);
  const { sightings } = await game.play({ commands: COMMANDS }, patient(30_000));
  return sightings.map(({ checkId }) => checkId);
}

test("a client that dies of a file request beside a question is seen to, and an obedient one is not", async (t) => {
  t.same(await Promise.all([accused("dies-of-read-in-question"), accused("obedient")]), [
    ["client.fuzz.stays-alive"],
    [],
  ]);
});

test("what the agent of a conversation writes is valid, or so named that nobody takes it for valid", async (t) => {
  const game = await gameWith("obedient");
  const update = (kind: string): AgentCommand => ({
    do: "update",
    name: kind,
    update: { sessionUpdate: kind, toolCallId: "c" },
  });

  await t.rejects(game.play({ commands: [update("tool_call")] }, patient(30_000)), {
    code: "harness",
    message:
      /^Cannot judge a conversation: frame \d+, which the harness wrote, is wrong \(params\.update\.title/,
  });
  const { sightings } = await game.play({ commands: [update("acp_assay_future")] }, patient(30_000));
  t.same(sightings, []);
});

test("a conversation with a client shrinks to an update that is valid still", async (t) => {
  const update = { sessionUpdate: "tool_call", toolCallId: "c", title: "t", status: "pending" };
  const said: AgentCommand = { do: "update", name: "tool_call", update };
  const shows = async ({ commands }: { readonly commands: readonly AgentCommand[] }): Promise<boolean> =>
    JSON.stringify(commands).includes("toolCallId");

  const least = await shrinkConversation({ commands: [said] }, await gameWith("obedient"), shows);

  t.match(least.commands, [{ update: { sessionUpdate: "tool_call", toolCallId: "c", title: "t" } }]);
  t.notMatch(JSON.stringify(least.commands), /status/);
});
