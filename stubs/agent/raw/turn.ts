import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, JsonObject } from "../../../src/wire/message.js";
import type { RawAgent } from "./agent.js";
import type { Answer } from "./behaviour.js";
import { updatesOfTurn } from "./updates.js";

/** The answer to a prompt whose turn ended like this. */
export function ended(stopReason: string): Answer {
  return { result: { stopReason } };
}

/** A prompt turn: what it does hangs on words in the prompt, "slowly" and "Write a file named". */
export class Turn {
  readonly agent: RawAgent;
  readonly sessionId: string;
  readonly cwd: string;
  /** The text of the prompt. */
  readonly text: string;
  /** Settles when the turn is cancelled. */
  readonly cancelled: Promise<void>;
  isCancelled = false;

  constructor(agent: RawAgent, sessionId: string, cwd: string, blocks: readonly Json[]) {
    this.agent = agent;
    this.sessionId = sessionId;
    this.cwd = cwd;
    this.text = blocks.map((block) => String((block as JsonObject)["text"] ?? "")).join("\n");
    this.cancelled = new Promise((resolve) => {
      agent.cancels.set(sessionId, () => {
        this.isCancelled = true;
        agent.cancels.delete(sessionId);
        resolve();
      });
    });
  }

  get isLong(): boolean {
    return this.text.includes("slowly");
  }

  /** The absolute path of the file that the prompt asks for, if it does. */
  get file(): string | undefined {
    const name = /Write a file named (\S+)/.exec(this.text)?.[1];
    return name === undefined ? undefined : join(this.cwd, name);
  }

  update(update: JsonObject): void {
    this.agent.notify("session/update", { sessionId: this.sessionId, update });
  }

  say(text: string, messageId = `m-${this.agent.freshNumber()}`): void {
    this.update({ sessionUpdate: "agent_message_chunk", messageId, content: { type: "text", text } });
  }

  /** Ends the turn as an obedient agent does. */
  async obey(): Promise<Answer> {
    if (this.isLong) return await this.untilCancelled();
    const answer = this.file === undefined ? await this.chat() : await this.writeFile(this.file);
    this.agent.cancels.delete(this.sessionId);
    return answer;
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
    for (const update of updatesOfTurn(this.cwd, () => String(this.agent.freshNumber()))) this.update(update);
    this.agent.notify("_raw-agent.example/log", { level: "info" });
    this.agent.ask("_raw-agent.example/ask", {});
    return ended("end_turn");
  }

  /** Asks for permission, and writes the file when it is granted. */
  async writeFile(path: string): Promise<Answer> {
    const toolCallId = `call-${this.agent.freshNumber()}`;
    const title = "Write a file";
    this.update({ sessionUpdate: "tool_call", toolCallId, title, kind: "edit", status: "pending" });
    const outcome = await this.askPermission(toolCallId);
    if (outcome === "cancelled" || this.isCancelled) return ended("cancelled");
    if (outcome !== "allow") {
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
        { optionId: "reject", name: "Reject", kind: "reject_once" },
      ],
    });
    const response = await Promise.race([answer, this.cancelled]);
    const { outcome } = (response?.["result"] ?? {}) as JsonObject;
    const { outcome: kind, optionId } = (outcome ?? {}) as JsonObject;
    return kind === "selected" ? String(optionId) : "cancelled";
  }
}
