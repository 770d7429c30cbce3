import { test } from "tap";
import { redactionFloor } from "../../src/mapping/mapping.js";
import { EpochStore } from "../../src/observer/epoch/epoch-store.js";
import { SessionSecrets } from "../../src/observer/redaction/session-secrets.js";
import { faultsOfEnvelope } from "../mapping/event-schema.js";
import { KeptEvents, observerInto, show } from "./kept-events.js";

const PROMPT =
  '{"id":1,"method":"session/prompt","params":{"sessionId":"s 1","prompt":[{"type":"text","text":"hi"}]}}';
const ANSWER = '{"id":1,"result":{"stopReason":"end_turn"}}';

test("an observed prompt turn", async (t) => {
  const kept = new KeptEvents();
  const observer = observerInto(kept, { store: new EpochStore(t.testdir({})) });
  show(observer, "c2a", PROMPT, 1_500_000);
  show(observer, "a2c", ANSWER, 2_000_000);
  await observer.close();

  const [started, finished] = kept.events;
  t.match(started, {
    aep: "0.1",
    id: /^[0-9A-Z]{26}$/,
    type: "run.started",
    time: "2026-01-01T00:00:01.500Z",
    source: "aep://here/agent/acp/session/s%201",
    agent: "acp",
    session: "s 1",
    seq: 0,
    epoch: 1,
    run: "e1.r1",
    severity: "info",
    capture: "metadata",
  });
  t.match(finished, {
    type: "run.finished",
    time: "2026-01-01T00:00:02.000Z",
    seq: 1,
    cause: started?.id,
    data: { stop_reason: "end_turn" },
  });
  t.equal(kept.events.length, 2);
});

test("two processes on one session: other epochs and runs, and one end of the session", async (t) => {
  const store = new EpochStore(t.testdir({}));
  const close = (id: number): readonly [string, string] => [
    `{"id":${id},"method":"session/close","params":{"sessionId":"s 1"}}`,
    `{"id":${id},"result":{}}`,
  ];
  const runs: (string | undefined)[] = [];
  const ends: string[] = [];
  for (const _process of [1, 2]) {
    const kept = new KeptEvents();
    const observer = observerInto(kept, { store });
    show(observer, "c2a", PROMPT);
    show(observer, "a2c", ANSWER);
    const [request, response] = close(2);
    show(observer, "c2a", request);
    show(observer, "a2c", response);
    await observer.close();
    runs.push(kept.events[0]?.run);
    ends.push(...kept.events.map(({ type }) => type).filter((type) => type === "session.ended"));
  }
  t.strictSame(runs, ["e1.r1", "e2.r1"]);
  t.strictSame(ends, ["session.ended"]);
});

test("ids that a double cannot tell apart belong to turns of their own", async (t) => {
  const kept = new KeptEvents();
  const observer = observerInto(kept);
  for (const id of ["9007199254740993", "9007199254740992"]) show(observer, "c2a", PROMPT.replace("1", id));
  show(observer, "a2c", ANSWER.replace("1", "9007199254740993"));
  t.strictSame(
    kept.events.map(({ type, run }) => [type, run?.replace(/^e.*?\./, "")]),
    [
      ["run.started", "r9007199254740993e0.1"],
      ["run.started", "r9007199254740992e0.2"],
      ["run.finished", "r9007199254740993e0.1"],
    ],
  );
});

test("what was left out is an event, as soon as there is a session whose event it can be", async (t) => {
  const kept = new KeptEvents();
  const observer = observerInto(kept);
  observer.gap({ direction: "a2c", micros: 0, lines: 2, bytes: 20 });
  observer.line({ direction: "a2c", micros: 0, line: { bytes: Buffer.from("{"), eol: "\n", cutBytes: 98 } });
  t.strictSame(kept.events, [], "there is no session yet");
  show(observer, "c2a", PROMPT);
  kept.dropped = 5;
  observer.flush();

  const told = kept.events.filter(({ type }) => type.endsWith("dropped"));
  t.strictSame(
    told.map(({ type, data, severity }) => ({ type, data, severity })),
    [
      {
        type: "x.acp-assay.lines.dropped",
        data: { direction: "a2c", lines: 3, bytes: 120 },
        severity: "notice",
      },
      { type: "x.acp-assay.events.dropped", data: { sink: "relay", events: 5 }, severity: "notice" },
    ],
  );
  t.strictSame(
    kept.events.flatMap((event) => faultsOfEnvelope({ ...event })),
    [],
  );
});

test("what is no message maps to nothing", async (t) => {
  const kept = new KeptEvents();
  const observer = observerInto(kept);
  for (const text of ["", "no JSON", "[]", "null", "\ufeff{}", '{"method":1}', "[".repeat(100_000)]) {
    show(observer, "a2c", text);
  }
  observer.line({
    direction: "c2a",
    micros: 0,
    line: { bytes: Buffer.from(`${PROMPT}\xff`, "latin1"), eol: "", cutBytes: 0 },
  });
  await observer.close();
  t.strictSame(kept.events, []);
});

test("the secrets of mcpServers never reach an event, wherever they are said again", async (t) => {
  const secrets = new SessionSecrets(["relay-token-1"]);
  const kept = new KeptEvents();
  const observer = observerInto(kept, {
    mapping: { ceiling: "full", deltas: true, redact: redactionFloor({ configured: secrets.values }) },
    secrets,
  });
  const servers = [
    { name: "a", command: "a", args: [], env: [{ name: "KEY", value: "hush-one" }] },
    { type: "http", name: "b", url: "http://b", headers: [{ name: "Authorization", value: "hush-one-two" }] },
  ];
  const open = { id: 1, method: "session/new", params: { cwd: "/", mcpServers: servers } };
  show(observer, "c2a", JSON.stringify(open));
  show(observer, "a2c", '{"id":1,"result":{"sessionId":"s"}}');
  const said = "hush-one hush-one-two relay-token-1";
  const update = (sessionUpdate: string, more: object): string =>
    JSON.stringify({
      method: "session/update",
      params: { sessionId: "s", update: { sessionUpdate, ...more } },
    });
  show(observer, "a2c", update("tool_call", { toolCallId: "t", title: said, rawInput: { said } }));
  show(observer, "a2c", update("agent_message_chunk", { content: { type: "text", text: said } }));
  await observer.close();
  t.ok(kept.events.some(({ type }) => type === "tool.requested"));
  t.ok(kept.events.some(({ type }) => type === "x.acp.agent.message.chunk"));
  t.notMatch(JSON.stringify(kept.events), /hush|relay-token/);
});
