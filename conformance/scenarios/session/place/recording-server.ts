import { connect } from "node:net";
import { createInterface } from "node:readline";

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly protocolVersion?: string };
}

/** What it answers, by method of MCP. */
const results: Readonly<Record<string, (message: Message) => object>> = {
  initialize: ({ params }) => ({
    protocolVersion: params?.protocolVersion ?? "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "acp-assay-recorder", version: "1" },
  }),
  "tools/list": () => ({ tools: [] }),
  ping: () => ({}),
};

/**
 * `recording-server.js PORT NAME ARGS…`: an MCP server on stdio without any tool. It tells the harness on that port how it
 * was started and what it is sent, and ends with its input.
 */
const [port, name = "", ...args] = process.argv.slice(2);
const recorder = connect(Number(port), "127.0.0.1");
const env = Object.fromEntries(
  Object.entries(process.env).filter(([key]) => key.startsWith("ACP_ASSAY_MCP_")),
);

recorder.on("error", () => undefined);
tell({ name, args, env });
createInterface(process.stdin)
  .on("line", (line) => {
    const message: Message = JSON.parse(line);
    tell(message);
    if (message.id === undefined || message.method === undefined) return;
    const result = results[message.method]?.(message);
    const answer =
      result === undefined ? { error: { code: -32601, message: "Method not found" } } : { result };
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: message.id, ...answer })}\n`);
  })
  .on("close", () => recorder.end());

function tell(value: object): void {
  recorder.write(`${JSON.stringify(value)}\n`);
}
