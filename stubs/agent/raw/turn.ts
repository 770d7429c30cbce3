import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, JsonObject } from "../../../src/wire/message.js";
import type { RawAgent } from "./agent.js";
import type { Answer } from "./behaviour.js";
import { liveEvents } from "./session/live-events.js";
import { ToolCall } from "./tool-call.js";
import { updatesOfTurn } from "./updates.js";

/** The answer to a prompt whose turn ended like this. */
export function ended(stopReason: string): Answer {
  return { result: { stopReason } };
}

/** A prompt turn: what it does hangs on words in the prompt, "slowly", "Write a file named" and "order: NAME". */
export class Turn {
  readonly agent: RawAgent;
  readonly sessionId: string;
  readonly cwd: string;
  /** The text of the prompt. */
  readonly text: string;
  /** Settles when the turn is cancelled. */
  readonly cancelled: Promise<void>;
  isCancelled = false;
  readonly #cancel: () => void;
  readonly #before: (() => void) | undefined;

  constructor(agent: RawAgent, sessionId: string, cwd: string, blocks: readonly Json[]) {
    this.agent = agent;
    this.sessionId = sessionId;
    this.cwd = cwd;
    this.text = blocks.map((block) => String((block as JsonObject)["text"] ?? "")).join("\n");
    let resolve = (): void => undefined;
    this.cancelled = new Promise((settle) => {
      resolve = settle;
    });
    // A cancel names the session: it ends this turn and any that was there before it.
    this.#before = agent.cancels.get(sessionId);
    this.#cancel = () => {
      this.isCancelled = true;
      agent.cancels.delete(sessionId);
      this.#before?.();
      resolve();
    };
    agent.cancels.set(sessionId, this.#cancel);
  }

  get isLong(): boolean {
    return this.text.includes("slowly");
  }

  /** The absolute path of the file that the prompt asks for, if it does. */
  get file(): string | undefined {
    const name = /Write a file named (\S+)/.exec(this.text)?.[1];
    return name === undefined ? undefined : join(this.cwd, name);
  }

  /** Does this turn do nothing but chat? */
  get isPlain(): boolean {
    return !this.isLong && this.file === undefined && this.#order === undefined;
  }

  get #order(): { readonly name: string; readonly argument: string } | undefined {
    const [, name, argument = ""] = /^order: (\S+)(?: (.*))?$/m.exec(this.text) ?? [];
    return name === undefined ? undefined : { name, argument };
  }

  /** Did the client offer this at initialize? */
  clientCan(...path: readonly string[]): boolean {
    return this.agent.isAnnounced(...path);
  }

  /** Asks the client within this session; undefined when the turn is cancelled before it answers. */
  async askClient(method: string, params: JsonObject): Promise<JsonObject | undefined> {
    const answer = this.agent.request(method, { sessionId: this.sessionId, ...params });
    return (await Promise.race([answer, this.cancelled])) ?? undefined;
  }

  /** The same, and a cancel does not hinder it. */
  async tellClient(method: string, params: JsonObject): Promise<JsonObject> {
    return await this.agent.request(method, { sessionId: this.sessionId, ...params });
  }

  /** Reports a new tool call. */
  startCall(title: string, kind: string, locations: readonly JsonObject[] = []): ToolCall {
    return new ToolCall(this, title, kind, locations);
  }

  update(update: JsonObject): void {
    this.agent.sessions.get(this.sessionId)?.remember(update);
    this.agent.notify("session/update", { sessionId: this.sessionId, update });
  }

  say(text: string, messageId = `m-${this.agent.freshName()}`): void {
    this.update({ sessionUpdate: "agent_message_chunk", messageId, content: { type: "text", text } });
  }

  /** Ends the turn as an obedient agent does. */
  async obey(): Promise<Answer> {
    if (this.isLong) return await this.untilCancelled();
    const answer = await this.#act();
    this.#end();
    return answer;
  }

  async #act(): Promise<Answer> {
    const order = this.#order;
    const { orders } = this.agent;
    if (order !== undefined && Object.hasOwn(orders, order.name)) {
      return (await orders[order.name]?.(this, order.argument)) ?? ended("end_turn");
    }
    return this.file === undefined ? await this.chat() : await this.writeFile(this.file);
  }

  /** Leaves the turns that were there before it as they are. */
  #end(): void {
    const { cancels } = this.agent;
    if (cancels.get(this.sessionId) !== this.#cancel) return;
    if (this.#before === undefined) cancels.delete(this.sessionId);
    else cancels.set(this.sessionId, this.#before);
  }

  /** Says something and waits for the cancel. */
  async untilCancelled(): Promise<Answer> {
    this.say("1\n2\n3\n");
    await this.cancelled;
    this.say("stopped");
    return ended("cancelled");
  }

  /** Shows every kind of update that there is, and ends. */
  async chat(): Promise<Answer> {
    for (const update of updatesOfTurn(this.cwd, () => this.agent.freshName())) this.update(update);
    for (const update of liveEvents(this.agent)) this.update(update);
    this.agent.notify("_raw-agent.example/log", { level: "info" });
    this.agent.ask("_raw-agent.example/ask", {});
    return ended("end_turn");
  }

  /** Asks for permission, and writes the file when it is granted. */
  async writeFile(path: string): Promise<Answer> {
    const toolCallId = `call-${this.agent.freshName()}`;
    const title = "Write a file";
    this.update({ sessionUpdate: "tool_call", toolCallId, title, kind: "edit", status: "pending" });
    const remembered = JSON.stringify([this.sessionId, path]);
    const isRemembered = this.agent.allowedAlways.has(remembered);
    const outcome = isRemembered ? "allow" : await this.askPermission(toolCallId);
    if (outcome === "cancelled" || this.isCancelled) return ended("cancelled");
    if (outcome === "always") this.agent.allowedAlways.add(remembered);
    if (outcome === "reject") {
      this.update({ sessionUpdate: "tool_call_update", toolCallId, status: "failed" });
      return ended("end_turn");
    }
    this.update({ sessionUpdate: "tool_call_update", toolCallId, status: "in_progress" });
    writeFileSync(path, "ready\n");
    this.update({
      sessionUpdate: "tool_call_update",
      toolCallId,
      status: "completed",
      content: [{ type: "diff", path, oldText: null, newText: "ready\n" }],
    });
    return ended("end_turn");
  }

  /** Asks for permission; the id of the chosen option, or "cancelled". */
  async askPermission(toolCallId: string): Promise<string> {
    const answer = this.agent.request("session/request_permission", {
      sessionId: this.sessionId,
      toolCall: { toolCallId },
      options: [
        { optionId: "allow", name: "Allow", kind: "allow_once" },
        { optionId: "always", name: "Always allow", kind: "allow_always" },
        { optionId: "reject", name: "Reject", kind: "reject_once" },
      ],
    });
    const response = await Promise.race([answer, this.cancelled]);
    // Whoever cannot ask has no permission.
    if (response !== undefined && "error" in response) return "reject";
    const { outcome } = (response?.["result"] ?? {}) as JsonObject;
    const { outcome: kind, optionId } = (outcome ?? {}) as JsonObject;
    return kind === "selected" ? String(optionId) : "cancelled";
  }
}
