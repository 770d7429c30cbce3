import { Buffer } from "node:buffer";
import { linesOf, wholeLine } from "./lines.js";
import { runBridge } from "./relay.js";

// Writes a line of its own behind the 500th of the agent's.
const LEAKY_LINE = 500;

runBridge({
  passage: async function* announceMilestone(chunks, hop) {
    let lines = 0;
    for await (const line of linesOf(chunks)) {
      yield wholeLine(line);
      lines += 1;
      if (hop.direction === "a2c" && lines === LEAKY_LINE) yield Buffer.from("bridge: 500 frames\n");
    }
  },
});
