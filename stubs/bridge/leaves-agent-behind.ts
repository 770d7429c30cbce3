import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

// A wrapper that signals kill alone: the relay that it started lives on with the agent, which sees no end of input
// while the client keeps its side open.
const relay = fileURLToPath(new URL("./transparent.js", import.meta.url));
const child = spawn(process.execPath, [relay, ...process.argv.slice(2)], { stdio: "inherit" });

child.once("exit", (code, signal) => {
  if (signal === null) process.exit(code ?? 1);
  process.kill(process.pid, signal);
});
