import { Buffer } from "node:buffer";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type Json, type JsonObject } from "../../../src/wire/message.js";
import type { AgentTwo } from "./agent.js";
import { askForm, askTwice } from "./orders.js";
import type { SessionTwo } from "./session.js";
import { updatesOfWork } from "./updates.js";

/** The options of each permission request. */
export const OPTIONS: readonly JsonObject[] = [
  { optionId: "allow", name: "Allow", kind: "allow_once" },
  { optionId: "reject", name: "Reject", kind: "reject_once" },
];

/** The foreground work behind one prompt: what it does hangs on words in the prompt, as with the raw agent of version 1. */
export class Work {
  readonly agent: AgentTwo;
  readonly session: SessionTwo;
  messageId: string;
  /** The text of the prompt. */
  readonly text: string;
  /** Settles when the work is cancelled. */
  readonly cancelled: Promise<void>;
  /** Settles when the work is over. */
  readonly over: Promise<void>;
  isCancelled = false;
  readonly #blocks: readonly Json[];
  #cancel = (): void => undefined;
  #end = (): void => undefined;

  constructor(agent: AgentTwo, session: SessionTwo, blocks: readonly Json[]) {
    this.agent = agent;
    this.session = session;
    this.#blocks = blocks;
    this.messageId = `u-${agent.freshNumber()}`;
    this.text = blocks.map((block) => String((block as JsonObject)["text"] ?? "")).join("\n");
    this.cancelled = new Promise((resolve) => {
      this.#cancel = resolve;
    });
    this.over = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  cancel(): void {
    this.isCancelled = true;
    this.#cancel();
  }

  update(update: JsonObject): void {
    this.session.remember(update);
    this.agent.notify("session/update", { sessionId: this.session.id, update });
  }

  /** Reports a state, with the background work that is known. */
  state(state: string, more: JsonObject = {}): void {
    this.update({ sessionUpdate: "state_update", state, background: [], ...more });
  }

  say(text: string, messageId = `m-${this.agent.freshNumber()}`): void {
    this.update({ sessionUpdate: "agent_message_chunk", messageId, content: { type: "text", text } });
  }

  /** Shows the prompt, works on it, and says how it ended. */
  async run(): Promise<void> {
    this.update({ sessionUpdate: "user_message", messageId: this.messageId, content: [...this.#blocks] });
    this.state("running");
    const stopReason = await (this.agent.behaviour.work ?? ((work: Work) => work.obey()))(this);
    this.session.work = undefined;
    if (stopReason !== undefined) this.state("idle", { stopReason });
    this.#end();
  }

  /** Works as an obedient agent does; the stop reason. */
  async obey(): Promise<string> {
    if (this.text.includes("slowly")) return await this.untilCancelled();
    const [, name] = /Write a file named (\S+)/.exec(this.text) ?? [];
    if (name !== undefined) return await this.writeFile(join(this.session.cwd, name));
    if (this.text.includes("order: ask-twice")) return await askTwice(this);
    if (this.text.includes("order: ask-form")) return await askForm(this);
    for (const update of updatesOfWork(this.session, () => String(this.agent.freshNumber())))
      this.update(update);
    return "end_turn";
  }

  async untilCancelled(): Promise<string> {
    this.say("1\n2\n3\n");
    await this.cancelled;
    this.say("stopped");
    return "cancelled";
  }

  /** Asks for permission, and writes the file when it is granted. */
  async writeFile(path: string): Promise<string> {
    const toolCallId = `call-${this.agent.freshNumber()}`;
    const report = (more: JsonObject): void =>
      this.update({ sessionUpdate: "tool_call_update", toolCallId, ...more });
    report({ title: "Write a file", kind: "edit", status: "pending" });
    const chosen = await this.permission({
      title: "Write the file?",
      subject: { type: "tool_call", toolCall: { toolCallId } },
    });
    if (chosen === undefined) {
      report({ status: "cancelled" });
      return "cancelled";
    }
    if (chosen !== "allow") {
      report({ status: "failed" });
      return "end_turn";
    }
    report({ status: "in_progress" });
    writeFileSync(path, "ready\n");
    report({ status: "completed", content: [{ type: "diff", changes: [{ operation: "add", path }] }] });
    return "end_turn";
  }

  /** Asks for permission: the chosen option, "" for what is none, and undefined once the work is cancelled. */
  async permission(params: JsonObject): Promise<string | undefined> {
    const { id, response } = this.agent.call("session/request_permission", {
      sessionId: this.session.id,
      options: [...OPTIONS],
      ...params,
    });
    this.state("requires_action");
    const answer = await Promise.race([response, this.cancelled]);
    if (answer === undefined) {
      this.agent.notify("$/cancel_request", { requestId: id });
      return undefined;
    }
    this.state("running");
    const outcome = isJsonObject(answer["result"]) ? answer["result"]["outcome"] : undefined;
    if (!isJsonObject(outcome) || outcome["outcome"] !== "selected") return "";
    return OPTIONS.some(({ optionId }) => optionId === outcome["optionId"])
      ? String(outcome["optionId"])
      : "";
  }
}

/** Text as base64. */
export function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
