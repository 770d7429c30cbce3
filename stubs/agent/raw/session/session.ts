import type { JsonObject } from "../../../../src/wire/message.js";
import type { McpServer } from "./mcp-server.js";

/** What a client says when it sets up a session. */
export interface SessionSetup {
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
}

/** One session: its place, its settings, and what was said in it. */
export class Session {
  readonly id: string;
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  readonly history: JsonObject[];
  readonly servers: McpServer[] = [];
  modeId = "ask";
  model = "small";
  isBrave = false;
  title: string | undefined;
  updatedAt: string = new Date().toISOString();

  constructor(id: string, { cwd, additionalDirectories }: SessionSetup, history: readonly JsonObject[] = []) {
    this.id = id;
    this.cwd = cwd;
    this.additionalDirectories = additionalDirectories;
    this.history = [...history];
  }

  /** Keeps what belongs to the conversation, and what names the session. */
  remember(update: JsonObject): void {
    this.updatedAt = new Date().toISOString();
    const kind = String(update["sessionUpdate"]);
    if (CONVERSATION.has(kind)) this.history.push(update);
    if (kind === "session_info_update" && "title" in update)
      this.title = typeof update["title"] === "string" ? update["title"] : undefined;
  }

  /** Lets go of what the session holds. */
  free(): void {
    for (const server of this.servers.splice(0)) server.close();
  }
}

const CONVERSATION: ReadonlySet<string> = new Set([
  "user_message_chunk",
  "agent_message_chunk",
  "agent_thought_chunk",
  "tool_call",
  "tool_call_update",
  "plan",
]);
