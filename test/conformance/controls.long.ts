import t from "tap";
import { oneIn } from "../how-much.js";
import { scenarioNamed } from "./bench.js";
import { neverAccused } from "./controls.js";

/** These show most kinds of frames between them. */
const SCENARIOS = [
  "prompt-turn/turns",
  "initialize/handshake",
  "cancellation/mid-turn",
  "permission/reject",
  "client/files",
  "client/terminals",
  "client/elicitation",
  "prompt-turn/plan",
];

t.setTimeout(600_000);

t.test("controls of the raw agent are accused of nothing", async (t) => {
  await neverAccused(t, oneIn(2, SCENARIOS).map(scenarioNamed));
});
