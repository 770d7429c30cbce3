import { once } from "node:events";
import { runBridge } from "./relay.js";

// Keeps its output open after the agent has ended, until the client ends too or a signal comes.
runBridge({
  onAgentEnd: () => undefined,
  drain: () =>
    Promise.race([once(process.stdin, "close"), once(process, "SIGTERM"), once(process, "SIGINT")]),
});
