import {
  type AgentContext,
  type ClientCapabilities,
  type InitializeRequest,
  type InitializeResponse,
  type LoadSessionRequest,
  PROTOCOL_VERSION,
  type PromptRequest,
  type PromptResponse,
  RequestError,
  type ResumeSessionRequest,
  type SetSessionConfigOptionRequest,
  type SetSessionConfigOptionResponse,
  type SetSessionModeRequest,
  type StopReason,
} from "@agentclientprotocol/sdk";
import { BEHAVIOURS, ordinaryTurn } from "./behaviours.js";
import type { SessionState } from "./session.js";
import { SessionStore } from "./session-store.js";
import { promptText, Turn, TurnCancelled } from "./turn.js";

/** What the agent does with each request, apart from the wire. */
export class ObedientAgent {
  readonly sessions: SessionStore = new SessionStore();
  readonly #inputEnd = new AbortController();
  #offers: ClientCapabilities = {};

  initialize(params: InitializeRequest): InitializeResponse {
    this.#offers = params.clientCapabilities ?? {};
    return {
      // The only version there is, whatever was asked for (docs/protocol/v1/initialization.mdx, on versions).
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: "obedient-agent", title: "Obedient stub agent", version: "1.0.0" },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, audio: true, embeddedContext: true },
        mcpCapabilities: { http: false, sse: false },
        sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
      },
      authMethods: [],
    };
  }

  /** Streams the whole conversation so far, then answers (docs/protocol/v1/session-setup.mdx, on loading). */
  async load(params: LoadSessionRequest, client: AgentContext): Promise<SessionState> {
    const session = this.sessions.known(params.sessionId, params);
    // A copy: what a turn adds meanwhile is live, not history.
    for (const update of [...session.history]) {
      await client.notify("session/update", { sessionId: session.id, update });
    }
    session.isActive = true;
    return session.state;
  }

  /** Goes on with a session without streaming its history. */
  resume(params: ResumeSessionRequest): SessionState {
    const session = this.sessions.known(params.sessionId, params);
    session.isActive = true;
    return session.state;
  }

  setMode(params: SetSessionModeRequest): Record<string, never> {
    const isSet = this.sessions.active(params.sessionId).setMode(params.modeId);
    if (!isSet) throw RequestError.invalidParams({ modeId: params.modeId }, "unknown mode");
    return {};
  }

  setOption(params: SetSessionConfigOptionRequest): SetSessionConfigOptionResponse {
    const session = this.sessions.active(params.sessionId);
    const isSet = session.setOption(params.configId, params.value);
    if (!isSet) throw RequestError.invalidParams({ configId: params.configId }, "unknown option or value");
    return { configOptions: session.configOptions };
  }

  /** Runs one prompt turn; `requestSignal` is that of `$/cancel_request`. */
  async prompt(
    params: PromptRequest,
    client: AgentContext,
    requestSignal: AbortSignal,
  ): Promise<PromptResponse> {
    const session = this.sessions.active(params.sessionId);
    if (session.turn !== undefined) throw RequestError.invalidRequest(undefined, "a prompt turn is open");
    session.turn = new AbortController();
    const signal = AbortSignal.any([session.turn.signal, requestSignal, this.#inputEnd.signal]);
    try {
      return { stopReason: await runTurn(new Turn(session, client, this.#offers, signal), params) };
    } finally {
      session.turn = undefined;
    }
  }

  /** The client has ended: nobody can answer or cancel any more, so turns that wait for that are over. */
  endInput(): void {
    this.#inputEnd.abort();
  }
}

async function runTurn(turn: Turn, { prompt }: PromptRequest): Promise<StopReason> {
  const text = promptText(prompt);
  const messageId = turn.session.nextId("user");
  for (const content of prompt) {
    turn.session.history.push({ sessionUpdate: "user_message_chunk", messageId, content });
  }
  turn.session.prompts.push(text);
  const [, keyword = "", argument = ""] = /^\s*(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
  try {
    return await (BEHAVIOURS.get(keyword.toLowerCase()) ?? ordinaryTurn)(turn, argument);
  } catch (error) {
    if (error instanceof TurnCancelled) return turn.finish("cancelled");
    throw error;
  }
}
