import { runBridge } from "./relay.js";

// Exits with code 0 when its agent dies of a signal after the client has closed: it was over anyway.
let hasClientEnded = false;

runBridge({
  onClientEnd: (agent) => {
    hasClientEnded = true;
    agent.stdin.end();
  },
  mirror: (exit) => (hasClientEnded && exit.signal !== null ? { code: 0, signal: null } : exit),
});
