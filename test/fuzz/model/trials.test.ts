import { test } from "tap";
import type { Depth } from "../../../src/fuzz/campaign/trials.js";
import { AgentTrials } from "../../../src/fuzz/model/agent-trials.js";
import { afterCommand, freshClient, isPossible, type Offers } from "../../../src/fuzz/model/client-model.js";
import { type AgentTrial, aboutOf } from "../../../src/fuzz/model/command.js";
import { isAgentTrial } from "../../../src/fuzz/model/read-trial.js";

const EVERYTHING: Offers = {
  acts: new Set(["load", "resume", "close", "delete"]),
  list: true,
  modes: true,
  options: true,
};
const NOTHING: Offers = { acts: new Set(), list: false, modes: false, options: false };

function some(depth: Depth, offers = EVERYTHING, seed = 1): AgentTrial[] {
  const trials = new AgentTrials({ offers, depth, seed });
  const count = Math.min(trials.count, 400);
  return Array.from({ length: count }, (_, number) => trials.at(number)).filter(
    (trial) => trial !== undefined,
  );
}

test("the same seed gives the same conversations, in whatever order they are asked for", async (t) => {
  const forward = some("full");
  const trials = new AgentTrials({ offers: EVERYTHING, depth: "full", seed: 1 });
  const backward = forward.map((_, place) => trials.at(forward.length - 1 - place)).reverse();

  // As texts: comparing so many objects member by member takes longer than everything else here.
  t.equal(JSON.stringify(backward), JSON.stringify(forward));
  t.not(JSON.stringify(some("full", EVERYTHING, 2)), JSON.stringify(forward));
});

test("no conversation does what the model does not allow, nor what the agent does not offer", async (t) => {
  for (const offers of [EVERYTHING, NOTHING]) {
    for (const { commands } of some("full", offers)) {
      let model = freshClient(offers);
      for (const command of commands) {
        if (!isPossible(model, command)) t.fail(`${JSON.stringify(command)} in ${JSON.stringify(commands)}`);
        model = afterCommand(model, command);
      }
    }
  }
  const bare = new Set(
    some("full", NOTHING).flatMap(({ commands }) => commands.map((command) => command.do)),
  );

  t.same(
    ["load", "resume", "close", "delete", "list", "set-mode", "set-option"].filter((name) =>
      [...bare].some((one) => one === name),
    ),
    [],
  );
});

test("two hundred random conversations do everything that there is to do", async (t) => {
  const said = new Set(
    some("full")
      .slice(-200)
      .flatMap(({ commands }) => commands.map(aboutOf))
      .filter((name) => !name.startsWith("command say")),
  );

  t.ok(said.size >= 30, [...said].sort().join("\n"));
  t.ok(some("full").some(({ commands }) => commands.filter(({ do: name }) => name === "new").length === 3));
});

test("depth lean says every line of the hazard corpus, and repeats turns", async (t) => {
  const said = some("lean").flatMap(({ commands }) => commands.map(aboutOf));

  t.ok(said.filter((name) => name.startsWith("command say wire.")).length > 60);
  t.ok(said.includes("command turns"));
  t.notOk(some("smoke").some(({ commands }) => commands.some(({ do: name }) => name === "say")));
});

test("a saved conversation is read back, and what is none is told", async (t) => {
  for (const trial of [...some("full").slice(0, 200), ...some("lean")]) {
    if (!isAgentTrial(JSON.parse(JSON.stringify(trial)))) t.fail(JSON.stringify(trial));
  }
  for (const value of [
    undefined,
    {},
    { commands: [{}] },
    { commands: [{ do: "toString" }] },
    { commands: [{ do: "new" }] },
    { commands: [{ do: "new", session: -1 }] },
    { commands: [{ do: "prompt", session: 0, kind: "odd" }] },
    { commands: [{ do: "say", name: "x", payload: {} }] },
  ]) {
    t.notOk(isAgentTrial(value), JSON.stringify(value));
  }
});
