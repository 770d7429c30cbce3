import { Buffer } from "node:buffer";
import { runBridge } from "./relay.js";

// Writes one line of its own into the agent's output.
runBridge({
  passage: async function* announceItself(chunks, hop) {
    if (hop.direction === "a2c") yield Buffer.from("bridge: connected\n");
    yield* chunks;
  },
});
