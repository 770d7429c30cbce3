import { spawn } from "node:child_process";

// Not a tee: carries the client's bytes to the agent and the agent's nowhere.
const [file = "", ...args] = process.argv.slice(2);
const agent = spawn(file, args, { stdio: ["inherit", "ignore", "inherit"] });

agent.once("exit", (code) => process.exit(code ?? 1));
