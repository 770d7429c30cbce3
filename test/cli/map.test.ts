import { Buffer } from "node:buffer";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import type { Direction } from "../../src/wire/direction.js";
import { formatTraceLine, type Hop } from "../../src/wire/trace-line.js";
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
