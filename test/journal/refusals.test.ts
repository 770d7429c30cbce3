import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import type { JournalRefusal } from "../../src/journal/frame/refusal.js";
import { readJournal } from "../../src/journal/journal-reader.js";
import { openJournal } from "../../src/journal/journal-writer.js";
import type { Direction } from "../../src/wire/direction.js";
import type { Line } from "../../src/wire/line-splitter.js";
import { newFolder } from "../new-folder.js";
import { lineOf, rpc, session } from "./lines.js";

interface Refused {
  readonly name: string;
  readonly direction?: Direction;
  readonly line: string | object;
  readonly refusal: JournalRefusal;
}

const NO_SESSION = { path: "params.sessionId", rule: "required" };

const CASES: readonly Refused[] = [
  { name: "text", line: "Agent is ready", refusal: { code: -32700, message: "invalid JSON: 14 bytes" } },
  {
    name: "half a frame",
    line: '{"jsonrpc":"2.0"',
    refusal: { code: -32700, message: "invalid JSON: 16 bytes" },
  },
  { name: "NaN", line: "NaN", refusal: { code: -32700, message: "invalid JSON: 3 bytes" } },
  { name: "a number", line: "5", refusal: { code: -32600, message: "frame must be a JSON object" } },
  { name: "a batch", line: "[{}]", refusal: { code: -32600, message: "frame must be a JSON object" } },
  { name: "no jsonrpc", line: { method: "x" }, refusal: { code: -32600, message: "jsonrpc must be '2.0'" } },
  { name: "jsonrpc 2", line: '{"jsonrpc":2.0}', refusal: { code: -32600, message: "jsonrpc must be '2.0'" } },
  {
    name: "neither request nor response",
    line: rpc({ id: 1 }),
    refusal: { code: -32600, message: "frame is neither a JSON-RPC request nor a response" },
  },
  {
    name: "a method of 5",
    line: rpc({ method: 5 }),
    refusal: { code: -32600, message: "method must be a string" },
  },
  {
    name: "an unknown method",
    line: rpc({ method: "zzz" }),
    refusal: { code: -32601, message: "unknown method 'zzz'", data: { method: "zzz" } },
  },
  {
    name: "a method of the other side",
    line: rpc({ id: 1, method: "session/prompt", params: {} }),
    refusal: { code: -32601, message: "unknown method 'session/prompt'", data: { method: "session/prompt" } },
  },
  {
    name: "params in an array",
    line: rpc({ method: "session/update", params: [1] }),
    refusal: { code: -32602, message: "params must be an object" },
  },
  {
    name: "params that break the schema, before an id that should not be there",
    line: rpc({ id: {}, method: "session/update", params: { update: 1 } }),
    refusal: {
      code: -32602,
      message: "params.sessionId: expected a value, found nothing (SessionNotification, required)",
      data: { method: "session/update", ...NO_SESSION, definition: "SessionNotification" },
    },
  },
  {
    name: "a notification with an id",
    direction: "c2a",
    line: rpc({ id: 1, method: "session/cancel", params: { sessionId: "s" } }),
    refusal: {
      code: -32600,
      message: "method 'session/cancel' is a notification and must not have an id",
      data: { method: "session/cancel" },
    },
  },
  {
    name: "a request without an id",
    direction: "c2a",
    line: rpc({ method: "session/new", params: { cwd: "/", mcpServers: [] } }),
    refusal: {
      code: -32600,
      message: "method 'session/new' requires an id",
      data: { method: "session/new" },
    },
  },
  {
    name: "an id of 1.5",
    line: rpc({ id: 1.5, method: "_x" }),
    refusal: { code: -32600, message: "id must be a string, integer, or omitted" },
  },
  {
    name: "result and error",
    line: rpc({ id: 1, result: 1, error: 1 }),
    refusal: { code: -32600, message: "response must have exactly one of 'result' or 'error'" },
  },
  {
    name: "a response without an id",
    line: rpc({ result: 1 }),
    refusal: { code: -32600, message: "response must have an 'id' field" },
  },
  {
    name: "a response to {}",
    line: rpc({ id: {}, result: 1 }),
    refusal: { code: -32600, message: "id must be a string, integer, or null" },
  },
  {
    name: "a result that breaks the schema of its request",
    line: rpc({ id: 7, result: { stopReason: "tired" } }),
    refusal: {
      code: -32600,
      message:
        'result.stopReason: expected one of "end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled", found "tired" (StopReason, enum)',
      data: { method: "session/prompt", path: "result.stopReason", rule: "enum", definition: "StopReason" },
    },
  },
  {
    name: "an error without a code",
    line: rpc({ id: 99, error: { message: "no" } }),
    refusal: {
      code: -32600,
      message: "error.code: expected a value, found nothing (Error, required)",
      data: { path: "error.code", rule: "required", definition: "Error" },
    },
  },
];

const PROMPT = rpc({ id: 7, method: "session/prompt", params: { sessionId: "s", prompt: [] } });

for (const { name, direction = "a2c", line, refusal } of CASES) {
  test(`${name} is refused, and nothing is journaled for it`, async (t) => {
    const file = join(newFolder(t), "journal.jsonl");
    const journal = openJournal({ file });
    journal.append("c2a", lineOf(PROMPT));
    journal.flush();
    const { head } = journal;

    t.same(journal.append(direction, lineOf(line)), refusal);

    journal.close();
    t.equal(journal.head, head);
    t.equal([...readJournal(file)].length, 1);
  });
}

test("bytes that are not UTF-8, and a line that was cut, are refused", async (t) => {
  const journal = openJournal({ file: join(newFolder(t), "journal.jsonl") });
  const bytes = Buffer.from('{"a":"\xff"}', "latin1");

  t.same(journal.append("a2c", { bytes, eol: "\n", cutBytes: 0 }), {
    code: -32700,
    message: "invalid utf-8: 9 bytes",
  });
  const cut: Line = { ...lineOf("{}"), cutBytes: 5 };
  t.same(journal.append("a2c", cut), { code: -32700, message: "frame exceeds size limit" });
  journal.close();
});

test("blank lines are nothing, and extensions of either side are frames", async (t) => {
  const journal = openJournal({ file: join(newFolder(t), "journal.jsonl"), recordRefusals: true });
  for (const blank of ["", " ", "\t\r"]) t.equal(journal.append("a2c", lineOf(blank)), undefined);
  journal.flush();
  t.equal(journal.count, 0);

  t.equal(
    journal.append("a2c", lineOf(rpc({ id: 1, method: "_vendor/ask", params: { any: [] } }))),
    undefined,
  );
  t.equal(journal.append("c2a", lineOf(rpc({ id: 1, result: "anything" }))), undefined);
  t.equal(journal.append("c2a", lineOf(rpc({ method: "$/new", params: null }))), undefined);
  t.equal(
    journal.append("c2a", lineOf(rpc({ method: "$/cancel_request", params: { requestId: 1 } }))),
    undefined,
  );
  journal.close();
  t.equal(journal.count, 4);
});

test("a refusal is a row of its own where it is asked for, without the line's content", async (t) => {
  const file = join(newFolder(t), "journal.jsonl");
  const journal = openJournal({ file, recordRefusals: true });

  journal.append("a2c", lineOf("a secret"));
  journal.append("a2c", { ...lineOf("half a secret"), cutBytes: 7 });
  journal.append("c2a", lineOf(rpc({ method: "zzz" })));
  journal.close();

  const rows = [...readJournal(file)].map(({ event, text }) => ({ event, ...JSON.parse(text) }));
  t.match(rows, [
    {
      event: "acp_refused",
      acp_direction: "a2c",
      code: -32700,
      message: "invalid JSON: 8 bytes",
      line_bytes: 8,
      line_hash: "984ca5162200734c592148f1820b71057f098573d138666b48663e4e30cd8d3a",
    },
    { event: "acp_refused", message: "frame exceeds size limit", line_bytes: 20, line_hash: null },
    { event: "acp_refused", code: -32601, data: { method: "zzz" } },
  ]);
  t.notMatch(readFileSync(file, "utf8"), /secret/);
});

test("frames are judged by the version that initialize agreed on, and by a fixed schema where one is named", async (t) => {
  const update = { sessionUpdate: "state_update", state: "running" };
  const running = rpc({ method: "session/update", params: { sessionId: "s", update } });
  const hello = { info: { name: "n", version: "1" }, capabilities: {}, protocolVersion: 2 };
  const agree = (file: string, options: object): JournalRefusal | undefined => {
    const journal = openJournal({ file: join(newFolder(t), file), ...options });
    journal.append("c2a", lineOf(rpc({ id: 0, method: "initialize", params: hello })));
    journal.append("a2c", lineOf(rpc({ id: 0, result: hello })));
    const refusal = journal.append("a2c", lineOf(running));
    journal.close();
    return refusal;
  };

  t.equal(agree("negotiated", {}), undefined);
  t.match(agree("fixed", { schema: "v1" }), { data: { path: "params.update.sessionUpdate" } });
});

test("a frame that is refused changes nothing: the prompt stays open", async (t) => {
  const file = join(newFolder(t), "journal.jsonl");
  const journal = openJournal({ file });
  for (const [direction, frame] of session([]).slice(0, 3)) journal.append(direction, lineOf(frame));

  journal.append("a2c", lineOf(rpc({ id: 1, result: { stopReason: "tired" } })));
  journal.append("a2c", lineOf(rpc({ id: 1, result: { stopReason: "refusal" } })));
  journal.close();

  t.match([...readJournal(file)].at(-1)?.frame, { isTerminal: true, stopReason: "refusal" });
});
