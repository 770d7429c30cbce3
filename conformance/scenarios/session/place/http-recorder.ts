import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { isJsonObject, type JsonObject } from "../../../../src/wire/message.js";

/** An MCP server on HTTP that keeps the headers of what it is asked. */
export class HttpRecorder {
  readonly requests: IncomingHttpHeaders[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<HttpRecorder> {
    const server = createServer();
    const recorder = new HttpRecorder(server);
    server.on("request", (request, response) => void recorder.#serve(request, response));
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    return recorder;
  }

  /** The entry of mcpServers for this server, with these headers. */
  entry(name: string, headers: Readonly<Record<string, string>>): JsonObject {
    const address = this.#server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const list = Object.entries(headers).map(([key, value]) => ({ name: key, value }));
    return { type: "http", name, url: `http://127.0.0.1:${port}/mcp`, headers: list };
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests.push(request.headers);
    const message = await readMessage(request);
    const { id, method } = message;
    if (request.method !== "POST") response.writeHead(405).end();
    else if (id === undefined) response.writeHead(202).end();
    else {
      const answer =
        method === "initialize"
          ? { result: INITIALIZED }
          : method === "tools/list"
            ? { result: { tools: [] } }
            : { error: { code: -32601, message: "Method not found" } };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
    }
  }
}

const INITIALIZED: JsonObject = {
  protocolVersion: "2025-06-18",
  capabilities: { tools: {} },
  serverInfo: { name: "acp-assay-recorder", version: "1" },
};

/** The JSON of a body; an empty object where it is none. */
async function readMessage(request: IncomingMessage): Promise<JsonObject> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value as JsonObject) ? (value as JsonObject) : {};
  } catch {
    return {};
  }
}
