import { Buffer } from "node:buffer";

/** What one mutant does to bytes that show its defect. */
export interface MutantCase {
  readonly name: string;
  /** Who sends: the agent, or the client to an agent that sends everything back. */
  readonly from: "agent" | "client";
  readonly sent: Buffer | string;
  /** What the client gets. */
  readonly got: Buffer | string;
  readonly code?: number;
}

const LONG = "x".repeat(65_537);
const UPDATE = '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1"}}\n';
const OTHER_UPDATE = UPDATE.replace("s1", "s2");
const CANCEL = '{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}\n';
const PROMPT = '{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"sessionId":"s1"}}\n';
const ANSWER = '{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}\n';
const EXTENSION = '{"jsonrpc":"2.0","id":7,"method":"_x/y"}\n';
const EXTENSION_NEWS = '{"jsonrpc":"2.0","method":"_x/news"}\n';
const NOT_FOUND = '{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"Method not found"}}\n';
const PARSE_ERROR = '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}\n';

function agent(name: string, sent: Buffer | string, got: Buffer | string, code = 0): MutantCase {
  return { name, from: "agent", sent, got, code };
}

function client(name: string, sent: string, got: string, code = 0): MutantCase {
  return { name, from: "client", sent, got, code };
}

/** Byte and line defects. */
export const BYTE_CASES: readonly MutantCase[] = [
  agent("leaks-log-line", ANSWER, `bridge: connected\n${ANSWER}`),
  agent("terminates-the-tail", "a\nb", "a\nb\n"),
  agent("swallows-unterminated-tail", "a\nb", "a\n"),
  agent("drops-blank-lines", "a\n\n \t\nb\n", "a\nb\n"),
  agent("folds-crlf", "a\r\nb\n", "a\nb\n"),
  agent("writes-crlf", "a\nb\r\n", "a\r\nb\r\n"),
  agent("splits-on-u2028", "a\u2028b\u2029c\n", "a\u2028\nb\u2029\nc\n"),
  agent("truncates-past-64k", `${LONG}\nb\n`, `${LONG.slice(1)}\nb\n`),
  agent("dies-past-64k", `a\n${LONG}\nb\n`, "a\n", 1),
  agent("strips-bom", "\ufeff{}\n", "{}\n"),
  agent("replaces-invalid-utf8", Buffer.from([0x61, 0xff, 0x0a]), "a\ufffd\n"),
  agent("dies-on-invalid-utf8", Buffer.from([0x61, 0x0a, 0xff, 0x0a]), "a\n", 1),
  agent("trims-lines", " {} \t\n", "{}\n"),
  agent("strips-escape-sequences", "\u001b]0;title\u0007{}\u001b[2K\n", "{}\n"),
  agent("cuts-at-nul", "a\u0000b\nc\n", "a\nc\n"),
  agent("composes-unicode", '"e\u0301"\n', '"\u00e9"\n'),
];

/** Defects in what frames say and what becomes of them. */
export const FRAME_CASES: readonly MutantCase[] = [
  agent("re-serialises", '{"b":1.0, "a":"\\u0041"}\n', '{"b":1,"a":"A"}\n'),
  agent("sorts-keys", '{"b":1,"a":{"d":2,"c":3}}\n', '{"a":{"c":3,"d":2},"b":1}\n'),
  agent("escapes-non-ascii", '"\u00e9\u{1f600}"\n', '"\\u00e9\\ud83d\\ude00"\n'),
  agent("drops-meta", '{"a":{"_meta":{"b":1},"c":2}}\n', '{"a":{"c":2}}\n'),
  agent(
    "drops-nulls",
    '{"jsonrpc":"2.0","id":null,"result":{"a":null,"b":1}}\n',
    '{"jsonrpc":"2.0","id":null,"result":{"b":1}}\n',
  ),
  agent(
    "drops-unknown-fields",
    '{"jsonrpc":"2.0","id":1,"result":{"x":1},"x":2}\n',
    '{"jsonrpc":"2.0","id":1,"result":{"x":1}}\n',
  ),
  agent(
    "coerces-id",
    '{"id":"007","result":{}}\n{"id":"a1","result":{}}\n',
    '{"id":7,"result":{}}\n{"id":"a1","result":{}}\n',
  ),
  agent("rounds-big-integers", '{"id": 9007199254740993}\n', '{"id": 9007199254740992}\n'),
  agent("adds-jsonrpc", '{"id":1,"result":{}}\n', '{"jsonrpc":"2.0","id":1,"result":{}}\n'),
  agent("empties-null-results", '{"id":1,"result":null}\n', '{"id":1,"result":{}}\n'),
  agent(
    "rewrites-protocol-version",
    '{"id":0,"method":"initialize","params":{"protocolVersion":65535}}\n',
    '{"id":0,"method":"initialize","params":{"protocolVersion":1}}\n',
  ),
  agent("dies-on-bad-json", `${ANSWER}\nnoise\n${ANSWER}`, `${ANSWER}\n`, 1),
  agent("drops-bad-json", `${ANSWER}\nnoise\n${ANSWER}`, `${ANSWER}\n${ANSWER}`),
  client("answers-bad-json", "noise\n", PARSE_ERROR),
  agent("gives-up-on-noise", `${"noise\n".repeat(11)}${ANSWER}`, "noise\n".repeat(10), 1),
  agent("drops-empty-batch", `[]\n[{}]\n`, "[{}]\n"),
  agent("splits-batches", '[{"id":1},{"id":2}]\n', '{"id":1}\n{"id":2}\n'),
  client("answers-unknown-method", EXTENSION, NOT_FOUND),
  agent("swallows-unknown-method", EXTENSION + ANSWER + EXTENSION_NEWS, ANSWER),
  agent("swallows-cancel", CANCEL + UPDATE, UPDATE),
  agent("drops-reused-id", PROMPT + ANSWER + PROMPT, PROMPT + ANSWER),
  client("takes-request-for-response", PROMPT + UPDATE, UPDATE),
  agent("reorders-two-notifications", UPDATE + OTHER_UPDATE + ANSWER, OTHER_UPDATE + UPDATE + ANSWER),
  agent("duplicates-a-frame", ANSWER + UPDATE + OTHER_UPDATE, ANSWER + UPDATE + UPDATE + OTHER_UPDATE),
  agent("mixes-sessions", UPDATE + OTHER_UPDATE, UPDATE + UPDATE),
  agent("drops-early-update", UPDATE + ANSWER + UPDATE, ANSWER + UPDATE),
  client("drops-late-update", PROMPT + UPDATE + ANSWER + UPDATE, PROMPT + UPDATE + ANSWER),
  client("closes-agent-input-early", UPDATE + OTHER_UPDATE, UPDATE),
];
