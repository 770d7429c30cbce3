import { test } from "tap";
import { clientTrafficChecks } from "../../../conformance/client-suite.js";
import { ClientGame } from "../../../src/fuzz/client/client-game.js";
import type { AgentCommand } from "../../../src/fuzz/client/model/command.js";
import { patient } from "../../../src/fuzz/conversation/patience.js";
import { loadProtocol } from "../../../src/protocol/load-protocol.js";
import { rawClient } from "./campaign.js";

const COMMANDS: readonly AgentCommand[] = [
  { do: "ask", what: "lasting-permission", id: "number", place: 0 },
  { do: "ask", what: "read", id: "number", place: 0 },
];

/** The checks that one conversation with a client speaks against. */
async function accused(name: string): Promise<string[]> {
  const game = new ClientGame({
    argv: rawClient(name),
    serves: { read: true, write: true, terminal: true },
    judges: { protocol: await loadProtocol("v1"), passive: clientTrafficChecks },
  });
  const { sightings } = await game.play({ commands: COMMANDS }, patient(30_000));
  return sightings.map(({ checkId }) => checkId);
}

test("a client that dies of a file request beside a question is seen to, and an obedient one is not", async (t) => {
  t.same(await Promise.all([accused("dies-of-read-in-question"), accused("obedient")]), [
    ["client.fuzz.stays-alive"],
    [],
  ]);
});
