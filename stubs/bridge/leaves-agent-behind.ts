import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { runBridge } from "./relay.js";

// A wrapper that a signal kills alone: the relay that it started lives on with the agent, and lets the agent see no end
// of input any more. An orphan ends by itself after a minute, so that tests do not pile them up.
const BEHIND = "--behind-a-wrapper";
const ORPHAN_MS = 60_000;

if (process.argv[2] === BEHIND) relay();
else wrap();

function relay(): void {
  process.argv.splice(2, 1);
  const parent = process.ppid;
  runBridge({
    onClientEnd: (agent) => {
      const isOrphan = process.ppid !== parent;
      setTimeout(() => agent.stdin.end(), isOrphan ? ORPHAN_MS : 0);
    },
  });
}

function wrap(): void {
  const command = [fileURLToPath(import.meta.url), BEHIND, ...process.argv.slice(2)];
  spawn(process.execPath, command, { stdio: "inherit" }).once("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.kill(process.pid, signal);
  });
}
