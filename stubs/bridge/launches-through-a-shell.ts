import { startAgent } from "./agent.js";
import { runBridge } from "./relay.js";

// Joins the arguments and lets a shell take them apart: spaces, quotes and `$` in them do not survive.
runBridge({ launch: (command) => startAgent(["/bin/sh", "-c", `exec ${command.join(" ")}`]) });
