import {
  type ClientApp,
  type ClientContext,
  client,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
} from "@agentclientprotocol/sdk";
import { showUpdate } from "./show-update.js";
import { Terminals } from "./terminals.js";
import type { Workspace } from "./workspace.js";

/** An ACP client without a screen: it prints updates, allows what is asked and serves files and terminals. */
export class Editor {
  readonly #workspace: Workspace;
  readonly #print: (line: string) => void;
  readonly #terminals = new Terminals();

  constructor(workspace: Workspace, print: (line: string) => void) {
    this.#workspace = workspace;
    this.#print = print;
  }

  /** The client with a handler for everything that it offers. */
  get app(): ClientApp {
    const terminals = this.#terminals;
    return client({ name: "stub-editor" })
      .onNotification("session/update", ({ params }) => this.#print(showUpdate(params.update)))
      .onRequest("session/request_permission", ({ params }) => this.#allow(params))
      .onRequest("fs/read_text_file", ({ params }) => this.#workspace.read(params))
      .onRequest("fs/write_text_file", ({ params }) => this.#workspace.write(params))
      .onRequest("terminal/create", ({ params }) => terminals.create(params))
      .onRequest("terminal/output", ({ params }) => terminals.output(params.terminalId))
      .onRequest("terminal/wait_for_exit", ({ params }) => terminals.waitForExit(params.terminalId))
      .onRequest("terminal/kill", ({ params }) => terminals.kill(params.terminalId))
      .onRequest("terminal/release", ({ params }) => terminals.release(params.terminalId));
  }

  /** Sets a session up and runs the prompts in it, one turn after the other. */
  async run(
    agent: ClientContext,
    prompts: readonly string[],
    cancelAfterMs: number | undefined,
  ): Promise<void> {
    const { protocolVersion, agentInfo } = await agent.request("initialize", {
      protocolVersion: PROTOCOL_VERSION,
      clientInfo: { name: "stub-editor", title: "Stub editor", version: "1.0.0" },
      clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
    });
    this.#print(`connected to ${agentInfo?.name ?? "an agent"}, protocol version ${protocolVersion}`);
    const { sessionId } = await agent.request("session/new", { cwd: this.#workspace.cwd, mcpServers: [] });
    for (const text of prompts) {
      this.#print(`prompt: ${JSON.stringify(text)}`);
      const cancel = () => void agent.notify("session/cancel", { sessionId });
      const timer = cancelAfterMs === undefined ? undefined : setTimeout(cancel, cancelAfterMs);
      const { stopReason } = await agent.request("session/prompt", {
        sessionId,
        prompt: [{ type: "text", text }],
      });
      clearTimeout(timer);
      this.#print(`stop: ${stopReason}`);
    }
  }

  /** Ends what the agent left running. */
  close(): void {
    this.#terminals.releaseAll();
  }

  #allow({ toolCall, options }: RequestPermissionRequest): RequestPermissionResponse {
    const allowed = options.find((option) => option.kind === "allow_once" || option.kind === "allow_always");
    this.#print(`permission ${toolCall.toolCallId}: ${allowed?.name ?? "nothing to allow"}`);
    // With no option to allow, the honest answer is that nobody chose one.
    if (allowed === undefined) return { outcome: { outcome: "cancelled" } };
    return { outcome: { outcome: "selected", optionId: allowed.optionId } };
  }
}
