import { test } from "tap";
import { plainerThan } from "../../../src/fuzz/agent/plainer.js";
import { shrinkConversation } from "../../../src/fuzz/conversation/shrink-conversation.js";
import type { Command } from "../../../src/fuzz/model/command.js";

const GAME = { plainer: plainerThan };

const LONG: readonly Command[] = [
  { do: "new", session: 2 },
  { do: "list" },
  { do: "new", session: 1 },
  { do: "prompt", session: 2, kind: "file" },
  { do: "barrier" },
  { do: "prompt", session: 1, kind: "long" },
  { do: "await", session: 1, what: "update" },
  { do: "cancel", session: 1 },
  { do: "stray" },
];

test("shrinkConversation() keeps the fewest commands, in sessions counted from 0 and as plain as they can be", async (t) => {
  const least = await shrinkConversation({ commands: LONG }, GAME, async ({ commands }) => {
    const [cancelled] = commands.flatMap((command) => (command.do === "cancel" ? [command.session] : []));
    const prompted = commands.flatMap((command) => (command.do === "prompt" ? [command.session] : []));
    return cancelled !== undefined && prompted.some((session) => session !== cancelled);
  });

  t.same(least.commands, [
    { do: "prompt", session: 0, kind: "short" },
    { do: "cancel", session: 1 },
  ]);
});

test("shrinkConversation() keeps the numbers of sessions where they matter", async (t) => {
  const least = await shrinkConversation({ commands: LONG }, GAME, async ({ commands }) =>
    commands.some((command) => command.do === "cancel" && command.session === 1),
  );

  t.same(least.commands, [{ do: "cancel", session: 1 }]);
});

test("shrinkConversation() finds the fewest turns that show it", async (t) => {
  const all: readonly Command[] = [
    { do: "new", session: 0 },
    { do: "turns", session: 0, times: 200 },
  ];
  const least = await shrinkConversation({ commands: all }, GAME, async ({ commands }) =>
    commands.some((command) => command.do === "turns" && command.times >= 120),
  );

  t.same(least.commands, [{ do: "turns", session: 0, times: 120 }]);
});
