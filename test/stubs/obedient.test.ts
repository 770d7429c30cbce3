import { test } from "tap";
import { compiled, Subject } from "./subject.js";

type Sent = Readonly<Record<string, unknown>>;
// biome-ignore lint/suspicious/noExplicitAny: a test looks into frames of every shape
type Frame = any;

/** Speaks raw frames with a fresh obedient agent, already initialized. */
class Talk {
  readonly subject: Subject = new Subject([process.execPath, compiled("stubs/agent/obedient")]);

  static async start(clientCapabilities: Sent = {}): Promise<Talk> {
    const talk = new Talk();
    await talk.ask("initialize", { protocolVersion: 1, clientCapabilities }, "init");
    return talk;
  }

  get frames(): Frame[] {
    const whole = this.subject.stdout.slice(0, this.subject.stdout.lastIndexOf("\n") + 1);
    return whole.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  }

  get updates(): Frame[] {
    return this.frames
      .filter((frame) => frame.method === "session/update")
      .map((frame) => frame.params.update);
  }

  send(frame: Sent): void {
    this.subject.write(`${JSON.stringify({ jsonrpc: "2.0", ...frame })}\n`);
  }

  async answer(id: string): Promise<Frame> {
    const isAnswer = (frame: Frame) => frame.id === id && frame.method === undefined;
    await this.subject.until(() => this.frames.some(isAnswer));
    return this.frames.find(isAnswer);
  }

  async ask(method: string, params: Sent, id: string): Promise<Frame> {
    this.send({ id, method, params });
    return this.answer(id);
  }

  async newSession(id: string = "new"): Promise<string> {
    return (await this.ask("session/new", { cwd: "/tmp", mcpServers: [] }, id)).result.sessionId;
  }

  prompt(sessionId: string, text: string, id: string): void {
    this.send({ id, method: "session/prompt", params: { sessionId, prompt: [{ type: "text", text }] } });
  }

  async end(): Promise<number | null> {
    this.subject.end();
    return (await this.subject.exit).code;
  }
}

test("the obedient agent replays the seeded session before it answers the load", async (t) => {
  const talk = await Talk.start();
  await talk.ask("session/load", { sessionId: "seeded-session", cwd: "/tmp", mcpServers: [] }, "load");

  t.equal(talk.frames.at(-1).id, "load");
  t.same(
    talk.updates.map((update) => update.sessionUpdate),
    ["user_message_chunk", "tool_call", "agent_message_chunk", "user_message_chunk", "agent_message_chunk"],
  );
  talk.prompt("seeded-session", "recall", "prompt");
  await talk.answer("prompt");
  t.equal(talk.updates.at(-1).content.text, "What is in the notes?\nThank you\nrecall");
  t.equal(await talk.end(), 0);
});

test("the obedient agent resumes a closed session without a replay", async (t) => {
  const talk = await Talk.start();
  const sessionId = await talk.newSession();
  t.same((await talk.ask("session/close", { sessionId }, "close")).result, {});
  talk.prompt(sessionId, "hello", "early");
  t.equal((await talk.answer("early")).error.code, -32002);
  await talk.ask("session/resume", { sessionId, cwd: "/tmp", mcpServers: [] }, "resume");

  t.same(talk.updates, []);
  talk.prompt(sessionId, "refuse", "prompt");
  t.equal((await talk.answer("prompt")).result.stopReason, "refusal");
  await talk.end();
});

test("the obedient agent lists what it knows and forgets what is deleted", async (t) => {
  const talk = await Talk.start();
  const sessionId = await talk.newSession();
  const listed = async (id: string) =>
    (await talk.ask("session/list", { cwd: "/tmp" }, id)).result.sessions.map(
      (info: Frame) => info.sessionId,
    );

  t.same(await listed("before"), [sessionId]);
  t.same((await talk.ask("session/delete", { sessionId }, "delete")).result, {});
  t.same((await talk.ask("session/delete", { sessionId }, "again")).result, {});
  t.same(await listed("after"), []);
  t.equal((await talk.ask("session/list", { cursor: "nowhere" }, "cursor")).error.code, -32602);
  await talk.end();
});

test("the obedient agent sets modes and options that exist, and no others", async (t) => {
  const talk = await Talk.start();
  const sessionId = await talk.newSession();
  const mode = await talk.ask("session/set_mode", { sessionId, modeId: "code" }, "mode");
  const noMode = await talk.ask("session/set_mode", { sessionId, modeId: "none" }, "no-mode");
  const set = { sessionId, configId: "model", value: "large" };
  const option = await talk.ask("session/set_config_option", set, "option");
  const noOption = await talk.ask("session/set_config_option", { ...set, value: "huge" }, "no-option");

  t.same(mode.result, {});
  t.equal(noMode.error.code, -32602);
  t.equal(option.result.configOptions[0].currentValue, "large");
  t.equal(noOption.error.code, -32602);
  await talk.end();
});

test("the obedient agent runs one turn of a session at a time and turns of two sessions at once", async (t) => {
  const talk = await Talk.start();
  const first = await talk.newSession("new-1");
  const second = await talk.newSession("new-2");
  talk.prompt(first, "wait", "wait");
  talk.prompt(first, "hello", "busy");
  talk.prompt(second, "hello", "other");

  t.equal((await talk.answer("busy")).error.code, -32600);
  t.equal((await talk.answer("other")).result.stopReason, "end_turn");
  talk.send({ method: "session/cancel", params: { sessionId: first } });
  t.equal((await talk.answer("wait")).result.stopReason, "cancelled");
  await talk.end();
});

test("the obedient agent does nothing without permission", async (t) => {
  const outcomes = [
    [{ outcome: "selected", optionId: "reject" }, "end_turn"],
    [{ outcome: "cancelled" }, "cancelled"],
  ] as const;
  for (const [outcome, stopReason] of outcomes) {
    const talk = await Talk.start();
    talk.prompt(await talk.newSession(), "permission", "prompt");
    const isQuestion = (frame: Frame) => frame.method === "session/request_permission";
    await talk.subject.until(() => talk.frames.some(isQuestion));
    talk.send({ id: talk.frames.find(isQuestion).id, result: { outcome } });

    t.equal((await talk.answer("prompt")).result.stopReason, stopReason);
    t.notOk(talk.updates.some((update) => update.status === "in_progress" || update.status === "completed"));
    await talk.end();
  }
});

test("the obedient agent asks for nothing that the client does not offer", async (t) => {
  const talk = await Talk.start({});
  const sessionId = await talk.newSession();
  for (const text of ["read notes.txt", "write notes.txt", "terminal true"]) {
    talk.prompt(sessionId, text, text);
    t.equal((await talk.answer(text)).result.stopReason, "end_turn", text);
  }

  t.same(
    talk.frames.filter((frame) => frame.method !== undefined && frame.id !== undefined),
    [],
  );
  await talk.end();
});

test("the obedient agent answers what is open when its input ends, and exits with 0", async (t) => {
  const talk = await Talk.start();
  const sessionId = await talk.newSession();
  talk.prompt(sessionId, "permission", "asks");
  const other = await talk.newSession("new-2");
  talk.prompt(other, "hello", "ordinary");

  t.equal(await talk.end(), 0);
  t.equal((await talk.answer("ordinary")).result.stopReason, "end_turn");
  t.equal((await talk.answer("asks")).result.stopReason, "cancelled");
});

test("the obedient agent refuses what it cannot do, with the code for it", async (t) => {
  const talk = await Talk.start();
  const setUp = { mcpServers: [] };
  const relative = await talk.ask("session/new", { ...setUp, cwd: "here" }, "relative");
  const roots = await talk.ask(
    "session/new",
    { ...setUp, cwd: "/tmp", additionalDirectories: ["/x"] },
    "roots",
  );
  const unknown = await talk.ask("session/load", { ...setUp, cwd: "/tmp", sessionId: "nobody" }, "unknown");
  const extension = await talk.ask("_x/y", {}, "extension");
  const codes = [relative, roots, unknown, extension].map((frame) => frame.error.code);

  t.same(codes, [-32602, -32602, -32002, -32601]);
  await talk.end();
});
