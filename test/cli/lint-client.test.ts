import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Test, test } from "tap";
import { lintTraces } from "../../src/cli/lint/lint-traces.js";
import { root } from "../root.js";

type Line = readonly [dir: "c2a" | "a2c", text: string];

/** A client that does much and breaks nothing. */
const CLEAN: readonly Line[] = [
  [
    "c2a",
    '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{"fs":{"readTextFile":true,"writeTextFile":true},"terminal":true},"clientInfo":{"name":"c","version":"1"}}}',
  ],
  [
    "a2c",
    '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{"loadSession":true,"sessionCapabilities":{"list":{},"additionalDirectories":{}}},"authMethods":[{"id":"m","name":"M"}]}}',
  ],
  ["c2a", '{"jsonrpc":"2.0","id":1,"method":"authenticate","params":{"methodId":"m"}}'],
  ["a2c", '{"jsonrpc":"2.0","id":1,"result":{}}'],
  [
    "c2a",
    '{"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/tmp","additionalDirectories":["/srv"],"mcpServers":[{"name":"s","command":"/bin/true","args":[],"env":[]}]}}',
  ],
  [
    "a2c",
    '{"jsonrpc":"2.0","id":2,"result":{"sessionId":"s","modes":{"currentModeId":"a","availableModes":[{"id":"a","name":"A"}]},"configOptions":[{"id":"o","name":"O","type":"select","currentValue":"x","options":[{"value":"x","name":"X"}]}]}}',
  ],
  ["c2a", '{"jsonrpc":"2.0","id":3,"method":"session/set_mode","params":{"sessionId":"s","modeId":"a"}}'],
  ["a2c", '{"jsonrpc":"2.0","id":3,"result":{}}'],
  [
    "c2a",
    '{"jsonrpc":"2.0","id":4,"method":"session/prompt","params":{"sessionId":"s","prompt":[{"type":"text","text":"Hi"}]}}',
  ],
  [
    "a2c",
    '{"jsonrpc":"2.0","id":0,"method":"session/request_permission","params":{"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[{"optionId":"yes","name":"Y","kind":"allow_once"}]}}',
  ],
  ["c2a", '{"jsonrpc":"2.0","id":0,"result":{"outcome":{"outcome":"selected","optionId":"yes"}}}'],
  ["a2c", '{"jsonrpc":"2.0","id":1,"method":"terminal/create","params":{"sessionId":"s","command":"ls"}}'],
  ["c2a", '{"jsonrpc":"2.0","id":1,"result":{"terminalId":"x"}}'],
  ["a2c", '{"jsonrpc":"2.0","id":2,"method":"terminal/output","params":{"sessionId":"s","terminalId":"x"}}'],
  ["c2a", '{"jsonrpc":"2.0","id":2,"result":{"output":"","truncated":false}}'],
  [
    "a2c",
    '{"jsonrpc":"2.0","id":3,"method":"fs/write_text_file","params":{"sessionId":"s","path":"/a","content":""}}',
  ],
  ["c2a", '{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"Not here"}}'],
  ["a2c", '{"jsonrpc":"2.0","id":4,"result":{"stopReason":"end_turn"}}'],
];

/** What each change makes of one line of the client, and the check that has to see it. */
const PLANTED: readonly (readonly [id: string, from: string, to: string])[] = [
  [
    "transport.stdin-only-acp",
    '{"jsonrpc":"2.0","id":3,"method":"session/set_mode"',
    'debug: {"id":3,"method":"session/set_mode"',
  ],
  ["jsonrpc.version-member", '{"jsonrpc":"2.0","id":1,"method"', '{"id":1,"method"'],
  ["jsonrpc.id-type", '"id":3,"method"', '"id":true,"method"'],
  ["jsonrpc.id-no-fraction", '"id":3,"method"', '"id":3.5,"method"'],
  [
    "jsonrpc.exactly-one-response",
    '{"jsonrpc":"2.0","id":1,"result":{"terminalId":"x"}}',
    '{"jsonrpc":"2.0","id":0,"result":{"outcome":{"outcome":"selected","optionId":"yes"}}}',
  ],
  [
    "jsonrpc.result-xor-error",
    '"result":{"terminalId":"x"}',
    '"result":{"terminalId":"x"},"error":{"code":1,"message":"m"}',
  ],
  ["jsonrpc.error-object", '"error":{"code":-32602,"message":"Not here"}', '"error":"Not here"'],
  ["ext.method-underscore", '"method":"session/set_mode"', '"method":"set_mode"'],
  ["content.text", '{"type":"text","text":"Hi"}', '{"type":"text"}'],
  ["init.request-schema", '"params":{"protocolVersion":1,', '"params":{'],
  ["init.version-integer", '"protocolVersion":1,"clientC', '"protocolVersion":"1","clientC'],
  ["init.client-info", ',"clientInfo":{"name":"c","version":"1"}', ""],
  ["init.implementation-fields", '"name":"c","version":"1"', '"name":"c"'],
  ["init.capability-types", '"terminal":true', '"terminal":"yes"'],
  ["auth.authenticate-schema", '"params":{"methodId":"m"}', '"params":{}'],
  ["auth.advertised-id-only", '"methodId":"m"', '"methodId":"n"'],
  ["session.new-request-schema", '"cwd":"/tmp",', ""],
  ["session.cwd-absolute", '"cwd":"/tmp"', '"cwd":"tmp"'],
  ["mcp.stdio-schema", '"args":[],', ""],
  ["mcp.stdio-command-absolute", '"command":"/bin/true"', '"command":"true"'],
  ["dirs.absolute", '["/srv"]', '["srv"]'],
  ["dirs.dedupe", '["/srv"]', '["/srv","/srv"]'],
  ["modes.set-request-schema", '"sessionId":"s","modeId":"a"', '"sessionId":"s"'],
  ["modes.set-listed-only", '"modeId":"a"', '"modeId":"b"'],
  ["prompt.request-schema", '"prompt":[{"type":"text","text":"Hi"}]', '"prompt":"Hi"'],
  ["session.id-used-throughout", '"sessionId":"s","prompt"', '"sessionId":"r","prompt"'],
  [
    "prompt.content-restricted",
    '{"type":"text","text":"Hi"}',
    '{"type":"image","data":"AAAA","mimeType":"image/png"}',
  ],
  ["permission.response-schema", '"outcome":{"outcome":"selected","optionId":"yes"}', '"outcome":"selected"'],
  ["permission.selected-offered", '"optionId":"yes"}}}', '"optionId":"no"}}}'],
  ["terminal.create-result", '"terminalId":"x"}}', '"terminal":"x"}}'],
  ["terminal.output-schema", '"output":"","truncated":false', '"output":""'],
];

/** A client that says nothing of itself should have done so. */
const SAID_LITTLE: Readonly<Record<string, readonly string[]>> = {
  "initialize-error.jsonl": ["init.client-capabilities-declared", "init.client-info"],
};

async function found(t: Test, lines: readonly Line[]): Promise<string[]> {
  const path = join(t.testdir(), "trace.jsonl");
  const traced = lines.map(([dir, line], place) => JSON.stringify({ t: place, dir, line }));
  writeFileSync(path, `${traced.join("\n")}\n`);
  return await lint(path);
}

async function lint(path: string): Promise<string[]> {
  const { checks } = await lintTraces({ paths: [path], schema: "v1", strict: false, role: "client" });
  return checks
    .filter(({ status }) => status === "FAIL" || status === "WARN")
    .map(({ id }) => id.replace("acp.v1.", ""));
}

test("lint accuses no client that breaks nothing", async (t) => {
  t.same(await found(t, CLEAN), []);
});

test("lint finds in a client's lines what was planted there", async (t) => {
  for (const [id, from, to] of PLANTED) {
    const at = CLEAN.findIndex(([dir, text]) => dir === "c2a" && text.includes(from));
    t.ok(at !== -1, `${id} has a place`);
    const lines = CLEAN.map(
      (line, place): Line => (place === at ? [line[0], line[1].replace(from, to)] : line),
    );
    const ids = await found(t, lines);
    t.ok(ids.includes(id), `${id} is among ${ids.join(", ")}`);
  }
});

test("behind a line of the agent that breaks the schema its client is not accused", async (t) => {
  const broken: Line = ["a2c", '{"jsonrpc":"2.0","method":"session/update","params":{}}'];
  const wrong: Line = [
    "c2a",
    '{"jsonrpc":"2.0","id":9,"method":"session/set_mode","params":{"sessionId":"s"}}',
  ];

  t.ok((await found(t, [...CLEAN, wrong])).includes("modes.set-request-schema"));
  t.same(await found(t, [...CLEAN, broken, wrong]), []);
});

test("lint accuses the clients of the recorded conversations of nothing", async (t) => {
  const folder = join(root, "conformance/fixtures/lifecycle");
  for (const name of readdirSync(folder).filter((file) => /^(?!malformed|v2).*\.jsonl$/.test(file))) {
    t.same(await lint(join(folder, name)), SAID_LITTLE[name] ?? [], name);
  }
});
