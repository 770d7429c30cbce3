import type {
  AgentContext,
  ClientCapabilities,
  ContentBlock,
  SessionUpdate,
  StopReason,
  ToolCallUpdate,
  ToolKind,
} from "@agentclientprotocol/sdk";
import type { Session } from "./session.js";

/** Thrown where a turn waits when the client cancels it or ends. */
export class TurnCancelled extends Error {}

/** A turn in progress: what a behaviour may use. */
export class Turn {
  readonly session: Session;
  readonly client: AgentContext;
  readonly offers: ClientCapabilities;
  readonly signal: AbortSignal;
  #openCall: string | undefined;

  constructor(session: Session, client: AgentContext, offers: ClientCapabilities, signal: AbortSignal) {
    this.session = session;
    this.client = client;
    this.offers = offers;
    this.signal = signal;
  }

  /** Sends an update and keeps it for a later load. */
  async report(update: SessionUpdate): Promise<void> {
    this.session.history.push(update);
    await this.client.notify("session/update", { sessionId: this.session.id, update });
  }

  /** Sends one chunk of the agent's answer. */
  async say(text: string, messageId: string = this.session.nextId("message")): Promise<void> {
    await this.report({ sessionUpdate: "agent_message_chunk", messageId, content: { type: "text", text } });
  }

  /** Announces a tool call, before anything of it runs. */
  async openCall(title: string, kind: ToolKind, path?: string): Promise<string> {
    const toolCallId = this.session.nextId("call");
    const locations = path === undefined ? {} : { locations: [{ path }] };
    await this.report({
      sessionUpdate: "tool_call",
      toolCallId,
      title,
      kind,
      status: "pending",
      ...locations,
    });
    this.#openCall = toolCallId;
    return toolCallId;
  }

  /** Sends news of the open tool call. */
  async updateCall(news: Omit<ToolCallUpdate, "toolCallId">): Promise<void> {
    const toolCallId = this.#openCall;
    if (toolCallId === undefined) return;
    if (news.status === "completed" || news.status === "failed") this.#openCall = undefined;
    await this.report({ sessionUpdate: "tool_call_update", toolCallId, ...news });
  }

  /** Waits for something of the client's, unless the turn is cancelled first. */
  async unlessCancelled<T>(pending: Promise<T>): Promise<T> {
    const { signal } = this;
    if (signal.aborted) throw new TurnCancelled();
    const stop = new AbortController();
    const cancelled = new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new TurnCancelled()), { signal: stop.signal });
    });
    return Promise.race([pending, cancelled]).finally(() => stop.abort());
  }

  /** Leaves no tool call open and says how the turn ended. */
  async finish(stopReason: StopReason): Promise<StopReason> {
    await this.updateCall({ status: "failed" });
    return stopReason;
  }
}

/** The text of a prompt: its text blocks, one behind the other. */
export function promptText(prompt: readonly ContentBlock[]): string {
  return prompt.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}
