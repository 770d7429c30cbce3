import { runBridge } from "./relay.js";

// Keeps its output open when an agent closes its own and lives on.
runBridge({ onAgentEnd: () => undefined });
