import { once } from "node:events";
import { runBridge } from "./relay.js";

// Stays after the agent has ended, until the client ends too or a signal comes.
runBridge({
  drain: () =>
    Promise.race([once(process.stdin, "close"), once(process, "SIGTERM"), once(process, "SIGINT")]),
});
