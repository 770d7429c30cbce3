import { test } from "tap";
import { trafficChecks } from "../../../conformance/suite.js";
import { AgentGame } from "../../../src/fuzz/agent/agent-game.js";
import { patient } from "../../../src/fuzz/conversation/patience.js";
import type { Command } from "../../../src/fuzz/model/command.js";
import { loadProtocol } from "../../../src/protocol/load-protocol.js";
import { rawAgent } from "./campaign.js";

test("what the client of a conversation writes is valid, or odd on purpose", async (t) => {
  const game = new AgentGame({
    argv: rawAgent("obedient"),
    offers: { acts: new Set(), list: false, modes: false, options: false },
    judges: { protocol: await loadProtocol("v1"), passive: trafficChecks },
  });
  const open: Command = { do: "new", session: 0 };
  // No kind of prompt that there is: its text is missing.
  const wordless = { do: "prompt", session: 0, kind: "wordless" } as unknown as Command;

  await t.rejects(game.play({ commands: [open, wordless] }, patient(30_000)), {
    code: "harness",
    message: /^Cannot judge a conversation: frame \d+, which the harness wrote, is wrong \(params\.prompt/,
  });
  const { sightings } = await game.play({ commands: [open, { do: "stray" }] }, patient(30_000));
  t.same(sightings, []);
});
