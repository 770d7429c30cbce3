import { test } from "tap";
import type { Command } from "../../../src/fuzz/model/command.js";
import { campaign, rawAgent } from "./campaign.js";
import { FOUND_AT, wasFound } from "./found-at.js";

const OPEN: Command = { do: "new", session: 0 };
const LONG: Command = { do: "prompt", session: 0, kind: "long" };
const OTHER: readonly Command[] = [
  { do: "new", session: 1 },
  { do: "prompt", session: 1, kind: "long" },
];

/** One that mixes up sessions; agent-mutants.campaign.ts has all, and the way there. */
const SOME: readonly (readonly [name: string, commands: readonly Command[]])[] = [
  ["cancels-all", [OPEN, LONG, ...OTHER, { do: "cancel", session: 1 }]],
];

for (const [name, commands] of SOME) {
  test(`${name} is found, shrunk and confirmed`, async (t) => {
    const result = await campaign(rawAgent(name), { trials: [{ commands }] });

    t.ok(
      wasFound(result, FOUND_AT[name]),
      JSON.stringify(result.findings.map(({ checkId, played }) => [checkId, played])),
    );
    t.equal((await campaign(rawAgent("resourceful"), { trials: [{ commands }] })).findings.length, 0);
  });
}
