import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import {
  type AgentContext,
  agent,
  type ContentBlock,
  ndJsonStream,
  RequestError,
  type SessionUpdate,
} from "@agentclientprotocol/sdk/experimental/v2";

// A small well-behaved agent of version 2 on the SDK, which shares nothing with the raw one: what accuses it is wrong.

interface Session {
  readonly id: string;
  readonly cwd: string;
  readonly history: SessionUpdate[];
  isActive: boolean;
  abort: () => void;
  done: Promise<void>;
}

const sessions = new Map<string, Session>();

function openSession(cwd: string): Session {
  const id = randomUUID();
  const session = { id, cwd, history: [], isActive: true, abort: () => undefined, done: Promise.resolve() };
  sessions.set(id, session);
  return session;
}

function sessionOf(sessionId: string): Session {
  const session = sessions.get(sessionId);
  if (session === undefined) throw new RequestError(-32002, "No such session", { sessionId });
  return session;
}

type Ending = "end_turn" | "cancelled";

/** Tells the client of one session what happens in it. */
class Reporter {
  readonly #client: AgentContext;
  readonly #session: Session;

  constructor(client: AgentContext, session: Session) {
    this.#client = client;
    this.#session = session;
  }

  async update(update: SessionUpdate): Promise<void> {
    if (update.sessionUpdate !== "state_update") this.#session.history.push(update);
    await this.#client.notify("session/update", { sessionId: this.#session.id, update });
  }

  async running(): Promise<void> {
    await this.update({ sessionUpdate: "state_update", state: "running" });
  }

  async requiresAction(): Promise<void> {
    await this.update({ sessionUpdate: "state_update", state: "requires_action" });
  }

  async idle(ending?: Ending): Promise<void> {
    const idle = { sessionUpdate: "state_update", state: "idle" } as const;
    if (ending === undefined) await this.update(idle);
    // The SDK's union wants each reason by itself.
    else if (ending === "cancelled") await this.update({ ...idle, stopReason: "cancelled" });
    else await this.update({ ...idle, stopReason: "end_turn" });
  }

  async mayWrite(toolCallId: string): Promise<boolean> {
    const { outcome } = await this.#client.request("session/request_permission", {
      sessionId: this.#session.id,
      title: "Write the file?",
      subject: { type: "tool_call", toolCall: { toolCallId } },
      options: [
        { optionId: "yes", name: "Yes", kind: "allow_once" },
        { optionId: "no", name: "No", kind: "reject_once" },
      ],
    });
    return outcome.outcome === "selected" && outcome["optionId"] === "yes";
  }
}

async function work(
  reporter: Reporter,
  session: Session,
  prompt: ContentBlock[],
  messageId: string,
): Promise<void> {
  const aborted = new Promise<"aborted">((resolve) => {
    session.abort = () => resolve("aborted");
  });
  await new Promise((resolve) => setImmediate(resolve));
  await reporter.update({ sessionUpdate: "user_message", messageId, content: prompt });
  await reporter.running();
  const content = { type: "text" as const, text: "ready" };
  await reporter.update({ sessionUpdate: "agent_message_chunk", messageId: randomUUID(), content });
  const text = prompt.map((block) => ("text" in block ? String(block.text) : "")).join(" ");
  await reporter.idle(await act(reporter, session, text, aborted));
}

async function act(
  reporter: Reporter,
  { cwd }: Session,
  text: string,
  aborted: Promise<"aborted">,
): Promise<Ending> {
  const [, name] = /Write a file named (\S+)/.exec(text) ?? [];
  if (name !== undefined) return await write(reporter, join(cwd, name), aborted);
  if (!text.includes("slowly")) return "end_turn";
  await aborted;
  return "cancelled";
}

async function write(reporter: Reporter, path: string, aborted: Promise<"aborted">): Promise<Ending> {
  const toolCallId = randomUUID();
  await reporter.update({ sessionUpdate: "tool_call_update", toolCallId, title: "Write", kind: "edit" });
  const asked = reporter.mayWrite(toolCallId).catch(() => false);
  await reporter.requiresAction();
  const answer = await Promise.race([asked, aborted]);
  if (answer !== "aborted") await reporter.running();
  if (answer === true) writeFileSync(path, "ready\n");
  const status = answer === "aborted" ? "cancelled" : answer ? "completed" : "failed";
  await reporter.update({ sessionUpdate: "tool_call_update", toolCallId, status });
  return answer === "aborted" ? "cancelled" : "end_turn";
}

agent({ name: "small-agent" })
  .onRequest("initialize", () => ({
    protocolVersion: 2,
    info: { name: "small-agent", version: "1.0.0" },
    capabilities: { session: {} },
  }))
  .onRequest("session/new", ({ params }) => {
    if ((params.mcpServers ?? []).length > 0)
      throw RequestError.invalidParams({}, "no MCP transport is offered");
    return { sessionId: openSession(params.cwd).id };
  })
  .onRequest("session/list", ({ params }) => ({
    sessions: [...sessions.values()]
      .filter(({ cwd }) => (params.cwd ?? cwd) === cwd)
      .map(({ id, cwd }) => ({ sessionId: id, cwd })),
  }))
  .onRequest("session/resume", async ({ params, client }) => {
    const session = sessionOf(params.sessionId);
    const { replayFrom = null } = params;
    if (replayFrom !== null && replayFrom.type !== "start")
      throw RequestError.invalidParams({}, "unknown cursor");
    const history = replayFrom === null ? [] : [...session.history];
    for (const update of history) await client.notify("session/update", { sessionId: session.id, update });
    session.isActive = true;
    await new Reporter(client, session).idle();
    return {};
  })
  .onRequest("session/close", async ({ params }) => {
    const session = sessions.get(params.sessionId);
    session?.abort();
    await session?.done;
    if (session !== undefined) session.isActive = false;
    return {};
  })
  .onRequest("session/prompt", ({ params, client }) => {
    const session = sessionOf(params.sessionId);
    const { sessionId } = params;
    if (!session.isActive) throw new RequestError(-32002, "The session is closed", { sessionId });
    const strange = params.prompt.find(({ type }) => type !== "text" && type !== "resource_link");
    if (strange !== undefined) throw RequestError.invalidParams({}, `no ${strange.type} is taken`);
    const messageId = randomUUID();
    session.done = work(new Reporter(client, session), session, params.prompt, messageId);
    return { messageId };
  })
  .onNotification("session/cancel", ({ params }) => sessions.get(params.sessionId)?.abort())
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
