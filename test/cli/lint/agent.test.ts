import { test } from "tap";
import { agentSuite } from "../../../conformance/suite.js";
import { canAccuse } from "../../conformance/bench.js";
import { agentConversation } from "./agent-conversation.js";
import { plantedInSessions, unbreakable } from "./agent-planted.js";
import { plantedInTurns } from "./agent-planted-turn.js";
import { changed, found } from "./trace.js";

const PLANTED = [...plantedInSessions, ...plantedInTurns];

test("lint accuses no agent that breaks nothing", async (t) => {
  const folder = t.testdir();

  t.same(await found(folder, "agent", agentConversation), []);
});

test("lint finds in an agent's lines what was planted there", async (t) => {
  const folder = t.testdir();
  for (const row of PLANTED) {
    const [id] = row;
    const lines = changed(agentConversation, "a2c", row);
    const ids =
      lines === undefined ? ["nothing, since it has no place"] : await found(folder, "agent", lines);
    t.ok(ids.includes(id), `${id} is among ${ids.join(", ")}`);
  }
});

test("every passive check of an agent that can accuse has a planted line, or a reason why none can be", async (t) => {
  const accusing = agentSuite.passive.map(({ id }) => id).filter(canAccuse);

  t.strictSame(
    [...new Set([...PLANTED.map(([id]) => id), ...Object.keys(unbreakable)])].sort(),
    accusing.map((id) => id.replace("acp.v1.", "")).sort(),
  );
});
