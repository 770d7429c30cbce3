import { Buffer } from "node:buffer";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import type { Direction } from "../../src/wire/direction.js";
import { formatTraceGap, formatTraceLine, type Hop } from "../../src/wire/trace-line.js";
import { runCli } from "./run.js";

function line(direction: Direction, text: string, hop?: Hop): string {
  const frame = { t: 0, direction, bytes: Buffer.from(text), eol: "\n" } as const;
  return formatTraceLine(hop === undefined ? frame : { ...frame, hop });
}

const SECRET = "ghp_000000000000000000000000000000000000";
const prompt = `{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s","prompt":[{"type":"text","text":"use ${SECRET}"}]}}`;
const stop = '{"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}';

test("map prints the events of a trace, one JSON a line", async (t) => {
  const cwd = t.testdir();
  const lines = [
    line("c2a", prompt, "client"),
    line("c2a", prompt, "agent"),
    line("a2c", "not JSON", "client"),
    "",
    line("a2c", stop, "client"),
  ];
  writeFileSync(join(cwd, "trace.jsonl"), lines.join("\n"));

  const { code, stdout, stderr } = await runCli(["map", "--capture", "redacted", "trace.jsonl"], cwd);

  t.equal(stderr, "");
  t.equal(code, 0);
  t.match(
    stdout
      .trimEnd()
      .split("\n")
      .map((text) => JSON.parse(text)),
    [
      { type: "run.started", session: "s", run: "r2", key: "1", data: { prompt: "use [REDACTED:secret]" } },
      {
        type: "run.finished",
        session: "s",
        run: "r2",
        key: "2",
        cause: "1",
        data: { stop_reason: "end_turn" },
      },
    ],
  );
});

test("map says in one line what is wrong with its input", async (t) => {
  const cwd = t.testdir({ "bad.jsonl": `${line("c2a", prompt)}\n{"t":0,"dir":"up","line":""}\n` });

  const bad = await runCli(["map", "bad.jsonl"], cwd);
  const missing = await runCli(["map", "none.jsonl"], cwd);

  t.equal(bad.stderr, 'acp-assay: Cannot read line 2 of bad.jsonl: "dir" is "up", expected "c2a" or "a2c"\n');
  t.match(missing.stderr, /^acp-assay: Cannot read none\.jsonl: ENOENT[^\n]*\n$/);
  t.same([bad.code, missing.code], [2, 2]);
});

test("map and journal give up on a device that gives bytes without end", async (t) => {
  for (const args of [
    ["map", "/dev/zero"],
    ["journal", "verify", "/dev/zero"],
  ]) {
    const { code, stderr } = await runCli(args, t.testdir());
    t.equal(code, 2);
    t.match(stderr, /^acp-assay: Cannot read .*a line is longer than \d+ bytes.*\n$/);
  }
});

test("map and journal take a trace that tells of gaps, and say what it lacks", async (t) => {
  const cwd = t.testdir();
  const bytes = Buffer.from(prompt.slice(0, 90));
  const lines = [
    formatTraceGap({ t: 1, direction: "c2a", lines: 2, bytes: 70 }),
    formatTraceLine({ t: 2, direction: "c2a", bytes, eol: "\n", cutBytes: prompt.length - bytes.length }),
    line("c2a", prompt.replace('"id":2', '"id":3')),
    formatTraceGap({ t: 3, direction: "a2c", lines: 1, bytes: 30 }),
  ];
  writeFileSync(join(cwd, "trace.jsonl"), lines.join("\n"));

  const mapped = await runCli(["map", "trace.jsonl"], cwd);
  const journaled = await runCli(["journal", "replay", "trace.jsonl", "--journal", "journal.jsonl"], cwd);

  t.equal(mapped.stderr, `acp-assay: trace.jsonl lacks 4 lines, ${70 + prompt.length + 1 + 30} bytes\n`);
  t.match(mapped.stdout, /^\{"type":"run.started".*"run":"r3".*\n\{"type":"run.failed".*\n$/);
  t.same([mapped.code, journaled.code], [0, 0], journaled.stderr);
  const rows = readFileSync(join(cwd, "journal.jsonl"), "utf8").trimEnd().split("\n");
  t.equal(rows.filter((row) => row.includes('"bytes":70') || row.includes('"bytes":30')).length, 2);
});
