import { test } from "tap";
import {
  endConnection,
  initialState,
  type Limits,
  mapSession,
  markEnded,
  type SessionEvent,
  type SessionOptions,
} from "../../src/mapping/mapping.js";
import type { Direction } from "../../src/wire/direction.js";
import type { Json } from "../../src/wire/message.js";

/** A connection that tells its events in short. */
class Connection {
  readonly state;
  readonly #options: SessionOptions;

  constructor(options: SessionOptions = {}, limits: Partial<Limits> = {}) {
    this.state = initialState(limits);
    this.#options = options;
  }

  say(direction: Direction, message: Json, id?: string): readonly SessionEvent[] {
    return mapSession(this.state, { direction, message, id }, this.#options)[1];
  }

  prompt(id: Json, sessionId: Json = "s"): string[] {
    return typesOf(this.say("c2a", { id, method: "session/prompt", params: { sessionId } }));
  }

  stop(id: Json): string[] {
    return typesOf(this.say("a2c", { id, result: { stopReason: "end_turn" } }));
  }

  end(): string[] {
    return typesOf(endConnection(this.state, this.#options)[1]);
  }
}

function typesOf(events: readonly SessionEvent[]): string[] {
  return events.map(({ type, session, run = "-" }) => `${type} ${session} ${run}`);
}

test("mapSession() invents no session", async (t) => {
  const connection = new Connection();

  for (const method of ["initialize", "authenticate", "session/new", "session/list", "logout"]) {
    t.same(connection.say("c2a", { id: 1, method, params: {} }), [], method);
  }
  t.same(connection.say("a2c", { method: "$/cancel_request", params: { requestId: 1 } }), []);
  t.same(connection.prompt(9, ""), [], "an empty id names nothing");
  t.equal(connection.state.counts.sessionless, 7);
});

test("mapSession() takes whatever is no message", async (t) => {
  const connection = new Connection();

  for (const message of [
    null,
    7,
    "x",
    [],
    [{ id: 1, method: "session/prompt" }],
    {},
    { id: 1 },
    { result: 1 },
  ]) {
    t.same(connection.say("a2c", message), []);
  }
  t.equal(connection.state.counts.malformed, 8);
  t.same(connection.say("a2c", { id: 1, result: {} }), []);
  t.equal(connection.state.counts.stray, 1);
});

test("mapSession() ends a run once, however many responses come", async (t) => {
  const connection = new Connection();

  t.same(connection.prompt(1), ["run.started s r1"]);
  t.same(connection.stop("1"), [], '"1" is not 1');
  t.same(connection.stop(1), ["run.finished s r1"]);
  t.same(connection.stop(1), []);
  t.same(connection.prompt(1), ["run.started s r1.2"], "an id that is used again names another run");
  t.same(connection.prompt(1), ["run.started s r1.3"]);
  t.same([...connection.stop(1), ...connection.stop(1)], ["run.finished s r1.2", "run.finished s r1.3"]);
});

test("mapSession() tells ids apart that a double does not hold, where the reader says them", async (t) => {
  const connection = new Connection();
  const prompt = { id: 2 ** 53, method: "session/prompt", params: { sessionId: "s" } };
  const stop = { id: 2 ** 53, result: { stopReason: "end_turn" } };

  t.same(typesOf(connection.say("c2a", prompt, "n:9007199254740993e0")), [
    "run.started s r9007199254740993e0.1",
  ]);
  t.same(typesOf(connection.say("c2a", prompt, "n:9007199254740992e0")), [
    "run.started s r9007199254740992e0.2",
  ]);
  t.same(typesOf(connection.say("a2c", stop, "n:9007199254740992e0")), [
    "run.finished s r9007199254740992e0.2",
  ]);
});

test("mapSession() names runs with letters that a run id may have", async (t) => {
  const connection = new Connection();
  const ids = ["a-b", "a b_\u00e9\ud83d\ude00", "", "x".repeat(65), null, true, 1.5, 1e21, -7];

  const names = ids.map((id) => connection.prompt(id)[0]?.replace("run.started s ", ""));

  t.same(names, [
    "sa-b.1",
    "sa_0020b_005f_00e9_d83d_de00.2",
    "s.3",
    "scfa70e8e4988336248c29a351788205c.4",
    "null.5",
    "true.6",
    "r1.5.7",
    "r1e21.8",
    "r-7",
  ]);
});

test("mapSession() ends no session that ended in an earlier process", async (t) => {
  const connection = new Connection();
  markEnded(connection.state, "s");

  connection.say("c2a", { id: 1, method: "session/close", params: { sessionId: "s" } });

  t.same(typesOf(connection.say("a2c", { id: 1, result: {} })), ["x.acp.session.close s -"]);
});

test("mapSession() gives events the keys that it is given", async (t) => {
  const ids = ["id-1", "id-2"];
  const mint = (): string => ids.shift() ?? "";
  const connection = new Connection({ mint });

  const [started] = connection.say("c2a", { id: 1, method: "session/prompt", params: { sessionId: "s" } });
  const [finished] = connection.say("a2c", { id: 1, result: {} });

  t.match([started, finished], [{ key: "id-1" }, { key: "id-2", cause: "id-1" }]);
});

test("mapSession() closes what it forgets", async (t) => {
  const connection = new Connection({}, { requests: 2, sessions: 2 });

  t.same(connection.prompt(1), ["run.started s r1"]);
  connection.say("a2c", { id: 1, method: "session/request_permission", params: { sessionId: "s" } });
  t.same(connection.prompt(3), ["run.started s r3", "run.failed s r1"], "the oldest request");
  t.same(connection.stop(1), [], "its response comes too late");
  t.same(connection.prompt(4, "s2"), ["run.started s2 r4", "attention.resolved s r1"]);
  t.same(connection.prompt(5, "s3"), ["run.failed s r3", "run.started s3 r5"]);
  t.match(connection.state.counts, { forgottenRequests: 3, forgottenSessions: 1 });
  t.same(connection.end(), ["run.failed s2 r4", "run.failed s3 r5"]);
  t.same(connection.end(), [], "once");
});

test("mapSession() takes a fixed time for a frame, however long the session is", async (t) => {
  const connection = new Connection();
  const rounds = 20_000;

  for (let id = 0; id < rounds; id += 1) {
    connection.prompt(id);
    connection.say("a2c", {
      method: "session/update",
      params: { sessionId: "s", update: { sessionUpdate: "tool_call", toolCallId: `t${id}`, title: "x" } },
    });
    connection.stop(id);
  }

  const { requests, toolCalls, sessions } = connection.state;
  t.same([requests.size, toolCalls.size, sessions.size], [0, 8192, 1]);
  t.equal(connection.state.counts.forgottenToolCalls, rounds - 8192);
});
