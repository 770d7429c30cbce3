import { writeSync } from "node:fs";

// Not a tee: fails before it has started the agent.
writeSync(2, "bridge: Cannot read configuration: file not found\n");
process.exitCode = 1;
