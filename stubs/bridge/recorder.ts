import { appendFileSync } from "node:fs";
import { runBridge } from "./relay.js";

// Not a subject but a tool of the tests: `recorder PREFIX AGENT ARGS…` relays and keeps the bytes of each direction in
// PREFIX.c2a and PREFIX.a2c.
const [prefix = "recorder"] = process.argv.splice(2, 1);

runBridge({
  passage: async function* record(chunks, hop) {
    for await (const chunk of chunks) {
      // Written before it goes on, so that a kill cannot lose what the other side has already seen.
      appendFileSync(`${prefix}.${hop.direction}`, chunk);
      yield chunk;
    }
  },
});
