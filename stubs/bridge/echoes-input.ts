// Not a tee: sends the client's own bytes back and never starts the agent.
process.stdin.pipe(process.stdout);
