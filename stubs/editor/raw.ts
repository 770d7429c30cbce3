import type { Buffer } from "node:buffer";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import type { Readable, Writable } from "node:stream";
import { LineSplitter } from "../../src/wire/line-splitter.js";
import { isJsonObject, type Json, type JsonObject, readMessage } from "../../src/wire/message.js";

// `raw -- AGENT ARGS…`: a scripted client on raw bytes. It runs one turn, allows what it is asked, prints every frame
// with an arrow (→ from the client, ← from the agent), closes the agent's input and mirrors its exit code.
const command = process.argv.slice(process.argv[2] === "--" ? 3 : 2);
/** As much as one row of the terminal shows beside the arrow. */
const LONGEST_LINE = (process.stdout.columns ?? 153) - 3;

/** The client's end of one connection. */
class RawClient {
  readonly #agent: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Map<Json, (answer: JsonObject) => void>();
  #nextId = 0;

  constructor(agent: ChildProcessByStdio<Writable, Readable, null>) {
    this.#agent = agent;
    const splitter = new LineSplitter();
    agent.stdout.on("data", (chunk: Buffer) => {
      for (const { bytes } of splitter.push(chunk)) this.#receive(bytes);
    });
  }

  async request(method: string, params: Json): Promise<JsonObject> {
    const id = this.#nextId++;
    const answer = new Promise<JsonObject>((resolve) => this.#waiting.set(id, resolve));
    this.#send({ jsonrpc: "2.0", id, method, params });
    return await answer;
  }

  #send(message: JsonObject): void {
    const text = JSON.stringify(message);
    show("→", text);
    this.#agent.stdin.write(`${text}\n`);
  }

  #receive(bytes: Buffer): void {
    show("←", bytes.toString("utf8"));
    const message = readMessage(bytes);
    if (message.kind === "response") {
      const id = message.value["id"] ?? null;
      this.#waiting.get(id)?.(message.value);
      this.#waiting.delete(id);
    } else if (message.kind === "request") {
      this.#answer(message.value, message.method);
    }
  }

  #answer({ id = null, params }: JsonObject, method: string): void {
    const options = isJsonObject(params) && Array.isArray(params["options"]) ? params["options"] : [];
    const reply: JsonObject =
      method === "session/request_permission"
        ? { result: { outcome: { outcome: "selected", optionId: options[0]?.optionId ?? "" } } }
        : { error: { code: -32601, message: "Method not found" } };
    this.#send({ jsonrpc: "2.0", id, ...reply });
  }
}

function show(arrow: string, text: string): void {
  process.stdout.write(
    `${arrow} ${text.length <= LONGEST_LINE ? text : `${text.slice(0, LONGEST_LINE)}…`}\n`,
  );
}

async function talk(client: RawClient): Promise<void> {
  const clientInfo = { name: "raw-client", version: "1.0.0" };
  await client.request("initialize", { protocolVersion: 1, clientCapabilities: {}, clientInfo });
  const created = await client.request("session/new", { cwd: tmpdir(), mcpServers: [] });
  const { result } = created;
  const sessionId = isJsonObject(result) ? (result["sessionId"] ?? null) : null;
  await client.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "Hello" }] });
}

const [file = "", ...args] = command;
const agent = spawn(file, args, { stdio: ["pipe", "pipe", "inherit"] });
const ended = once(agent, "exit");
ended.catch((error: Error) => {
  process.stderr.write(`raw client: cannot start "${file}": ${error.message}\n`);
  process.exitCode = 2;
});
await Promise.race([talk(new RawClient(agent)), ended]);
agent.stdin.end();
const [code] = await ended;
process.exitCode = typeof code === "number" ? code : 1;
