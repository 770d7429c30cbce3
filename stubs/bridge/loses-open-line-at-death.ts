import { setTimeout as sleep } from "node:timers/promises";
import { type Agent, startAgent } from "./agent.js";
import { linesOf, wholeLine } from "./lines.js";
import { runBridge } from "./relay.js";

// Throws an unterminated last line away when the agent did not exit by itself.
const SETTLE_MS = 30;
let agent: Agent | undefined;

runBridge({
  launch: (command) => {
    agent = startAgent(command);
    return agent;
  },
  passage: async function* soundLines(chunks, hop) {
    for await (const line of linesOf(chunks)) {
      if (line.eol === "" && hop.direction === "a2c") {
        await sleep(SETTLE_MS);
        if (agent?.process.signalCode !== null) continue;
      }
      yield wholeLine(line);
    }
  },
});
