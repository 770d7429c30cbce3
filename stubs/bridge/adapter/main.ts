import type { Buffer } from "node:buffer";
import { writeSync } from "node:fs";
import type { JsonObject } from "../../../src/wire/message.js";
import { startAgent } from "../agent.js";
import { linesOf, objectOf } from "../lines.js";
import { Adapter } from "./adapter.js";
import { ADAPTERS } from "./catalogue.js";

// `node dist/stubs/bridge/adapter/main.js NAME AGENT ARGS…`: the adapter of that name.
const [name] = process.argv.splice(2, 1);
const behaviour = ADAPTERS.find((one) => one.name === name);
if (behaviour === undefined) throw new Error(`There is no adapter "${name}"`);

const agent = startAgent(process.argv.slice(2));
const adapter = new Adapter(behaviour, {
  toAgent: (message) => void agent.stdin.write(`${JSON.stringify(message)}\n`),
  toClient: (message) => void process.stdout.write(`${JSON.stringify(message)}\n`),
  warn: (line) => void writeSync(2, `${line}\n`),
  exit: (code) => process.exit(code),
});
void each(process.stdin, (message) => adapter.fromClient(message)).then(() => agent.stdin.end());
void each(agent.stdout, (message) => adapter.fromAgent(message));
agent.process.once("exit", (code) => {
  process.exitCode = code ?? 1;
  process.stdin.destroy();
});

async function each(input: AsyncIterable<Buffer>, take: (message: JsonObject) => void): Promise<void> {
  for await (const line of linesOf(input)) {
    const message = objectOf(line.bytes);
    if (message !== undefined) take(message);
  }
}
