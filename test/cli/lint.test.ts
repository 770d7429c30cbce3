import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Test, test } from "tap";
import { lintTraces } from "../../src/cli/lint/lint-traces.js";
import type { JsonObject } from "../../src/wire/message.js";
import { runCli } from "./run.js";

type Line = readonly [dir: "c2a" | "a2c", message: JsonObject];

const INITIALIZE: readonly Line[] = [
  [
    "c2a",
    { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: 1, clientCapabilities: {} } },
  ],
  ["a2c", { jsonrpc: "2.0", id: 1, result: { protocolVersion: 1, agentInfo: { name: "a", version: "1" } } }],
];
const SESSION: readonly Line[] = [
  ["c2a", { jsonrpc: "2.0", id: 2, method: "session/new", params: { cwd: "/tmp", mcpServers: [] } }],
  ["a2c", { jsonrpc: "2.0", id: 2, result: { sessionId: "s" } }],
];

function update(update: JsonObject, sessionId = "s"): Line {
  return ["a2c", { jsonrpc: "2.0", method: "session/update", params: { sessionId, update } }];
}

const SAY = update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: "ready" } });
/** Breaks a rule that its own line shows: a plan has a priority for each entry. */
const BAD_PLAN = update({ sessionUpdate: "plan", entries: [{ content: "a", status: "pending" }] });
/** Breaks a rule that only what came before can show: nobody knows this session. */
const STRANGER = update(
  { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "?" } },
  "other",
);

function traced(lines: readonly Line[], from = 0): string[] {
  return lines.map(([dir, message], place) =>
    JSON.stringify({ t: from + place, dir, line: JSON.stringify(message) }),
  );
}

async function found(t: Test, lines: readonly string[]): Promise<string[]> {
  const path = join(t.testdir(), "trace.jsonl");
  writeFileSync(path, `${lines.join("\n")}\n`);
  const { checks } = await lintTraces({ paths: [path], schema: "v1", strict: false });
  return checks
    .filter(({ status }) => status === "FAIL" || status === "WARN")
    .map(({ id }) => id.replace("acp.v1.", ""));
}

test("lint finds what a trace shows, and nothing in one that is right", async (t) => {
  t.same(await found(t, traced([...INITIALIZE, ...SESSION, SAY])), []);
  t.same(await found(t, traced([...INITIALIZE, ...SESSION, BAD_PLAN])), ["plan.schema", "updates.schema"]);
  t.same(await found(t, traced([...INITIALIZE, ...SESSION, STRANGER])), ["updates.session-known"]);
});

test("behind a gap only what a line shows by itself is judged", async (t) => {
  const gap = JSON.stringify({ t: 10, dir: "a2c", droppedLines: 2, droppedBytes: 90 });
  const before = traced([...INITIALIZE, ...SESSION]);

  t.same(await found(t, [...before, gap, ...traced([STRANGER, BAD_PLAN], 20)]), [
    "plan.schema",
    "updates.schema",
  ]);
  t.same(
    await found(t, [...before, ...traced([STRANGER], 5), gap]),
    ["updates.session-known"],
    "before the gap",
  );
  t.same(await found(t, [gap, ...traced([...INITIALIZE, STRANGER], 20)]), [], "a gap at the very beginning");
});

test("a line that was cut is a gap, and no line without JSON", async (t) => {
  const cut = JSON.stringify({ t: 10, dir: "a2c", line: '{"jsonrpc":"2.0","met', cutBytes: 900 });

  t.same(await found(t, [...traced([...INITIALIZE, ...SESSION]), cut, ...traced([STRANGER], 20)]), []);
});

test("a trace that begins in the middle is judged line by line", async (t) => {
  t.same(await found(t, traced([STRANGER, BAD_PLAN])), ["plan.schema", "updates.schema"]);
});

test("an unterminated last line is nobody's fault: the recording may have ended first", async (t) => {
  const half = JSON.stringify({ t: 10, dir: "a2c", line: '{"jsonrpc":', eol: "" });

  t.same(await found(t, [...traced([...INITIALIZE, ...SESSION]), half]), []);
});

test("bytes that are not UTF-8, and CRLF, are read as they travelled", async (t) => {
  const bytes = Buffer.concat([
    Buffer.from('{"jsonrpc":"2.0","method":"_x/'),
    Buffer.of(0xff),
    Buffer.from('"}'),
  ]);
  const binary = JSON.stringify({ t: 10, dir: "a2c", b64: bytes.toString("base64") });
  const crlf = traced([...INITIALIZE, ...SESSION]).map((line) => line.replace(/}$/, ',"eol":"\\r\\n"}'));

  t.ok((await found(t, [...crlf, binary])).includes("transport.utf8"));
  t.same(await found(t, crlf), []);
});

test("lines count by their times: a tee writes each direction as it gets to it", async (t) => {
  const [ask = "", answer = ""] = traced(INITIALIZE);

  t.same(await found(t, [answer, ask, ...traced([...SESSION, SAY], 5)]), []);
});

test("of a trace of two places one counts", async (t) => {
  const lines = traced([...INITIALIZE, ...SESSION, SAY]);
  const twice = lines.flatMap((line) =>
    ["client", "agent"].map((hop) => line.replace("{", `{"hop":"${hop}",`)),
  );

  t.same(await found(t, twice), []);
});

test("another version of the protocol is not judged", async (t) => {
  const version2 = traced([...INITIALIZE, BAD_PLAN]).map((line) =>
    line.replaceAll('\\"protocolVersion\\":1', '\\"protocolVersion\\":2'),
  );

  t.same(await found(t, version2), []);
});

test("the command says what it found, never that an agent conforms, and exits by it", async (t) => {
  const cwd = t.testdir({
    "good.jsonl": `${traced([...INITIALIZE, ...SESSION, SAY]).join("\n")}\n`,
    "bad.jsonl": `${traced([...INITIALIZE, ...SESSION, BAD_PLAN]).join("\n")}\n`,
    "none.jsonl": "no trace\n",
  });

  const good = await runCli(["lint", "good.jsonl", "--report", "json=-"], cwd);
  t.equal(good.code, 0);
  t.notMatch(good.stderr, /CONFORMANT/);
  t.match(JSON.parse(good.stdout), {
    verdict: { conformant: false, incomplete: true },
    summary: { fail: 0 },
  });

  const bad = await runCli(["lint", "good.jsonl", "bad.jsonl"], cwd);
  t.equal(bad.code, 1);
  t.match(bad.stderr, /plan\.schema[\s\S]*\(in bad\.jsonl\)[\s\S]*VIOLATIONS/);

  const none = await runCli(["lint", "none.jsonl"], cwd);
  t.equal(none.code, 2);
  t.match(none.stderr, /^acp-assay: Cannot read line 1 of none\.jsonl: not a JSON object\n$/);
  t.equal((await runCli(["lint"], cwd)).code, 2, "no trace at all");
});

test("under the schema v2, traces of version 2 are judged by the checks of that version, and others passed over", async (t) => {
  const params = { protocolVersion: 2, info: { name: "c", version: "1" }, capabilities: {} };
  const result = { ...params, info: { name: "a", version: "1" } };
  const lines: readonly Line[] = [
    ["c2a", { jsonrpc: "2.0", id: 1, method: "initialize", params }],
    ["a2c", { jsonrpc: "2.0", id: 1, result }],
    ...SESSION,
    SAY,
  ];
  const folder = t.testdir({
    "two.jsonl": `${traced(lines).join("\n")}\n`,
    "one.jsonl": `${traced([...INITIALIZE, ...SESSION, BAD_PLAN]).join("\n")}\n`,
  });
  const paths = [join(folder, "two.jsonl"), join(folder, "one.jsonl")];

  const report = await lintTraces({ paths, schema: "v2", strict: false });

  t.strictSame(
    report.checks.filter(({ status }) => status === "FAIL").map(({ id }) => id),
    ["acp.v2.messages.id-required"],
  );
  t.match(report.coverage["limits"], [/one\.jsonl speaks version 1 of the protocol/]);
});
