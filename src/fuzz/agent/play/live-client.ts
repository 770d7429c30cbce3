import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { AgentConnection } from "../../../driver/agent-connection.js";
import { bytesOf } from "../../../driver/sandwich/payload.js";
import { isJsonObject, type Json } from "../../../wire/message.js";
import type { Offers } from "../../model/client-model.js";
import type { Command, IdForm, PromptKind, SessionAct } from "../../model/command.js";
import { type Asked, AskedRequests } from "./asked-requests.js";
import { HeldRequests } from "./held-requests.js";
import { modeIds, type OptionValue, optionValues } from "./offers.js";
import { markOf, promptText } from "./prompts.js";

/** A session that the agent gave. */
export interface LiveSession {
  readonly id: string;
  /** A directory of its own, so that files are no way from one session to another. */
  readonly cwd: string;
  readonly modes: readonly string[];
  readonly options: readonly OptionValue[];
  /** How many prompts it has had. */
  turns: number;
  /** The last request about it. */
  last: Asked | undefined;
  lastPrompt: Asked | undefined;
  /** Its turn goes on until somebody cancels it. */
  isEndless: boolean;
}

/** The client of one conversation: does what commands say, as far as it can be done with this agent. */
export class LiveClient {
  readonly asked: AskedRequests;
  readonly held: HeldRequests;
  readonly sessions: Map<number, LiveSession> = new Map<number, LiveSession>();
  readonly #connection: AgentConnection;
  readonly #offers: Offers;
  readonly #root: string;

  constructor(connection: AgentConnection, offers: Offers, root: string) {
    this.#connection = connection;
    this.#offers = offers;
    this.#root = root;
    this.asked = new AskedRequests(connection);
    this.held = new HeldRequests(connection);
  }

  /** Does one command that needs no waiting but for a session to exist; false when it cannot be done. */
  async act(command: Command): Promise<boolean> {
    if ("session" in command && command.do !== "new") {
      const session = this.sessions.get(command.session);
      return session !== undefined && this.#inSession(command, session);
    }
    switch (command.do) {
      case "new":
        return await this.#open(command.session);
      case "list":
        return this.#offers.list && this.#ask("session/list", {});
      case "hold":
        this.held.isHolding = true;
        return true;
      case "ask":
        return this.#askCustom(command.id);
      case "tell":
        this.#tell(command.about);
        return true;
      case "stray":
        this.#connection.send({ jsonrpc: "2.0", id: 987_654, result: {} });
        return true;
      case "say":
        this.#connection.writeRaw(bytesOf(command.payload));
        return true;
      default:
        return false;
    }
  }

  /** Prompts a session. */
  prompt(session: LiveSession, number: number, kind: PromptKind): Asked {
    const text = promptText(kind, markOf(number, session.turns));
    session.turns += 1;
    const asked = this.asked.begin("session/prompt", {
      sessionId: session.id,
      prompt: [{ type: "text", text }],
    });
    session.last = asked;
    session.lastPrompt = asked;
    session.isEndless = kind === "long";
    return asked;
  }

  /** Cancels the turn of a session. Its permission requests are answered as the page asks for, unless they are held. */
  cancel(session: LiveSession): void {
    this.#connection.notify("session/cancel", { sessionId: session.id });
    session.isEndless = false;
    if (!this.held.isHolding) this.held.cancelAll(session.id);
  }

  #inSession(command: Command & { readonly session: number }, session: LiveSession): boolean {
    switch (command.do) {
      case "prompt":
        this.prompt(session, command.session, command.kind);
        return true;
      case "cancel":
        this.cancel(session);
        return true;
      case "withdraw":
        if (session.lastPrompt === undefined) return false;
        this.#connection.notify("$/cancel_request", { requestId: session.lastPrompt.id });
        return true;
      case "load":
      case "resume":
      case "close":
      case "delete":
        return this.#actOn(command.do, session);
      case "set-mode":
        return this.#setMode(session, command.place);
      case "set-option":
        return this.#setOption(session, command.place);
      case "answer":
        return this.held.answer(session.id, command.how);
      default:
        return false;
    }
  }

  async #open(number: number): Promise<boolean> {
    if (this.sessions.has(number)) return false;
    const cwd = join(this.#root, `session-${number}`);
    mkdirSync(cwd, { recursive: true });
    const reply = await this.asked.request("session/new", { cwd, mcpServers: [] });
    const result = reply.kind === "result" ? reply.result : null;
    const id = isJsonObject(result) ? result["sessionId"] : undefined;
    if (typeof id !== "string") return false;
    const [modes, options] = [modeIds(result), optionValues(result)];
    const fresh = { turns: 0, last: undefined, lastPrompt: undefined, isEndless: false };
    this.sessions.set(number, { id, cwd, modes, options, ...fresh });
    return true;
  }

  #actOn(act: SessionAct, session: LiveSession): boolean {
    if (!this.#offers.acts.has(act)) return false;
    const where = act === "load" || act === "resume" ? { cwd: session.cwd, mcpServers: [] } : {};
    session.last = this.asked.begin(`session/${act}`, { sessionId: session.id, ...where });
    return true;
  }

  #setMode(session: LiveSession, place: number): boolean {
    const modeId = session.modes[place % session.modes.length];
    if (modeId === undefined) return false;
    session.last = this.asked.begin("session/set_mode", { sessionId: session.id, modeId });
    return true;
  }

  #setOption(session: LiveSession, place: number): boolean {
    const option = session.options[place % session.options.length];
    if (option === undefined) return false;
    session.last = this.asked.begin("session/set_config_option", { sessionId: session.id, ...option });
    return true;
  }

  #ask(method: string, params: { readonly [key: string]: Json }): boolean {
    this.asked.begin(method, params);
    return true;
  }

  #askCustom(form: IdForm): boolean {
    const id = this.#idOf(form);
    if (id === undefined) return false;
    this.asked.begin("_acp-assay/ask", {}, id);
    return true;
  }

  #idOf(form: IdForm): Json | undefined {
    const { all, open } = this.asked;
    switch (form) {
      case "number":
        return this.asked.freshId();
      case "text":
        return `acp-assay "${this.asked.freshId()}" é`;
      case "again":
        return all.findLast(({ id, reply }) => reply !== undefined && open.every((other) => other.id !== id))
          ?.id;
      case "in-use":
        return open[0]?.id;
      case "theirs": {
        // A number of theirs that none of ours has: the two sides count for themselves.
        const raw = this.held.firstId;
        const id = raw === undefined || !/^\d{1,9}$/.test(raw) ? undefined : Number(raw);
        return all.some((other) => other.id === id) ? undefined : id;
      }
    }
  }

  #tell(about: "custom" | "dollar" | "idle-cancel" | "late-withdrawal"): void {
    const { all } = this.asked;
    switch (about) {
      case "custom":
        this.#connection.notify("_acp-assay/tell", {});
        return;
      case "dollar":
        this.#connection.notify("$/acp_assay_tell", {});
        return;
      case "idle-cancel":
        this.#connection.notify("session/cancel", { sessionId: "acp-assay-no-such-session" });
        return;
      case "late-withdrawal": {
        const done = all.findLast(({ reply }) => reply !== undefined);
        this.#connection.notify("$/cancel_request", { requestId: done?.id ?? "acp-assay-never-used" });
      }
    }
  }
}
