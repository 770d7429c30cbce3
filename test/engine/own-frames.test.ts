import { Buffer } from "node:buffer";
import { test } from "tap";
import { Transcript } from "../../src/driver/transcript.js";
import { refuseOwnFlaws } from "../../src/engine/own-frames.js";
import { loadProtocol } from "../../src/protocol/load-protocol.js";
import type { Direction } from "../../src/wire/direction.js";

type Line = readonly [Direction, string, "deliberate"?];

const protocol = await loadProtocol("v1");
const NEW: Line = [
  "c2a",
  '{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/tmp","mcpServers":[]}}',
];
const WRONG = '{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s","prompt":"x"}}';

/** What is said of a performance in which the harness, as client or as agent, and its subject wrote these lines. */
function refusal(lines: readonly Line[], subject: Direction = "a2c"): string | undefined {
  const transcript = new Transcript({ micros: () => 0 }, undefined, subject);
  for (const [direction, text, mark] of lines) {
    for (const frame of transcript.record(direction, Buffer.from(`${text}\n`))) {
      if (mark !== undefined) transcript.markDeliberate(frame);
    }
  }
  try {
    refuseOwnFlaws('scenario "a/b"', [transcript], protocol);
    return undefined;
  } catch (error) {
    return error instanceof Error ? `${"code" in error ? error.code : ""} ${error.message}` : "";
  }
}

test("valid frames of the harness, for either role, are no fault", async (t) => {
  const answered: Line = ["a2c", '{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s"}}'];

  t.equal(refusal([NEW, answered, ["c2a", '{"jsonrpc":"2.0","id":"x","method":"_own/thing"}']]), undefined);
  t.equal(refusal([NEW, answered], "c2a"), undefined);
});

test("a frame of the harness that is wrong by mistake is a fault of the harness, named in one line", async (t) => {
  t.equal(
    refusal([NEW, ["c2a", WRONG]]),
    `harness Cannot judge scenario "a/b": frame 2, which the harness wrote, is wrong (params.prompt: expected array, found "x"): ${WRONG}`,
  );
  for (const [line, reason] of [
    ["oops", /not JSON/],
    ['{"id":2,"method":"_x"}', /no "jsonrpc"/],
    [
      '{"jsonrpc":"2.0","id":2,"method":"session\\/neww","params":{}}',
      /no method of the schema: session\/neww/,
    ],
    ['{"jsonrpc":"2.0","id":2,"result":{}}', /nobody has asked/],
    [
      '{"jsonrpc":"2.0","id":2,"method":"session/cancel","params":{"sessionId":"s"}}',
      /expected a notification/,
    ],
  ] as const) {
    t.match(refusal([["c2a", line]]), reason);
  }
  const asked: Line = [
    "c2a",
    '{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/","mcpServers":[]}}',
  ];
  t.match(refusal([asked, ["a2c", '{"jsonrpc":"2.0","id":1,"result":{}}']], "c2a"), /result.sessionId/);
});

test("what is wrong on purpose, and what may only say back a subject's mistake, is none", async (t) => {
  t.equal(refusal([["c2a", WRONG, "deliberate"]]), undefined);
  t.equal(
    refusal([NEW, ["a2c", '{"jsonrpc":"2.0","id":1,"result":{"sessionId":5}}'], ["c2a", WRONG]]),
    undefined,
  );
  t.match(
    refusal([
      ["c2a", WRONG],
      ["a2c", "oops"],
    ]),
    /^harness/,
    "what came before the subject's mistake is our own",
  );
});
