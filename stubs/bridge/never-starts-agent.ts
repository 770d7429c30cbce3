// Not a tee: reads until the client ends, says nothing and starts no agent.
process.stdin.resume();
