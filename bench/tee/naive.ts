import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

// The tee that one writes at first: everything on the main thread. Usage: naive AGENT ARGUMENT…
const [command = "", ...args] = process.argv.slice(2);
const agent = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
const look = (line: string): void => {
  if (line.startsWith("{") || line.startsWith("[")) JSON.parse(line);
};
process.stdin.pipe(agent.stdin);
agent.stdout.pipe(process.stdout);
createInterface({ input: process.stdin }).on("line", look);
createInterface({ input: agent.stdout }).on("line", look);
agent.on("close", (code) => process.exit(code ?? 1));
