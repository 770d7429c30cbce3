import type { Planted } from "./planted.js";
import { NO_UTF8 } from "./trace.js";

const LOG = '{"jsonrpc":"2.0","method":"_c/log","params":{}}';
const PERMITTED = '"outcome":{"outcome":"selected","optionId":"yes"}';
const INFO = '"clientInfo":{"name":"c","version":"1"}';
const SESSION = '"params":{"sessionId":"s"}';
const ERROR = '"error":{"code":-32602,"message":"Not here"}';
const CREATED = '"result":{"terminalId":"x"}';

const ENVELOPES: readonly Planted[] = [
  ["transport.utf8", '"Hi"', `"${NO_UTF8}"`],
  ["transport.no-embedded-newline", '"id":5,"method"', '"id":5,\n"method"'],
  ["transport.single-message-lines", LOG, `[${LOG}]`],
  ["transport.stdin-only-acp", '{"jsonrpc":"2.0","id":5,', "debug: {"],
  ["jsonrpc.version-member", '{"jsonrpc":"2.0","id":1,"method"', '{"id":1,"method"'],
  ["jsonrpc.id-type", '"id":5,"method"', '"id":true,"method"'],
  ["jsonrpc.id-not-null", '"id":5,"method"', '"id":null,"method"'],
  ["jsonrpc.id-no-fraction", '"id":5,"method"', '"id":5.5,"method"'],
  ["jsonrpc.rpc-prefix-reserved", "session/set_mode", "rpc.set_mode"],
  ["jsonrpc.positional-params", '{"methodId":"m"}', '["m"]'],
  [
    "jsonrpc.exactly-one-response",
    `{"jsonrpc":"2.0","id":1,${CREATED}}`,
    `{"jsonrpc":"2.0","id":0,"result":{${PERMITTED}}}`,
  ],
  ["jsonrpc.result-xor-error", CREATED, `${CREATED},"error":{"code":1,"message":"m"}`],
  ["jsonrpc.success-has-result", `,${CREATED}`, ""],
  ["jsonrpc.error-object", ERROR, '"error":"Not here"'],
  ["jsonrpc.error-code-int32", "-32602", "99999999999"],
  ["jsonrpc.error-message-concise", "Not here", "Not\\nhere"],
  ["jsonrpc.reserved-codes", "-32602", "-32700"],
  ["jsonrpc.request-shape", '"modeId":"a"', '"modeId":1'],
  ["jsonrpc.notification-shape", '"method":"session/cancel"', '"id":99,"method":"session/cancel"'],
  ["jsonrpc.naming-conventions", '"outcome":"selected"', '"outcome":"isSelected"'],
  ["cancel-request.schema", '{"requestId":8}', "{}"],
  ["cancel.is-notification", '"method":"session/cancel"', '"id":99,"method":"session/cancel"'],
];

const EXTENSIONS: readonly Planted[] = [
  ["ext.meta-type", '"_meta":{"c/ask":true}', '"_meta":"c/ask"'],
  ["ext.trace-keys-reserved", '"traceparent":"00-', '"traceparent":"own-'],
  ["ext.advertise", ',"_meta":{"c/ask":true}', ""],
  ["ext.method-underscore", "session/set_mode", "set_mode"],
];

const CONTENT: readonly Planted[] = [
  ["content.block-schema", '"type":"text"', '"type":"markdown"'],
  ["content.text", '"text":"Hi",', ""],
  ["content.resource-link", ',"name":"a"', ""],
  ["content.embedded-resource", ',"text":"b"', ""],
  ["content.image", '"data":"AAAA"', '"data":"http://a/"'],
  ["content.audio", '"type":"image","mimeType":"image/png","data":"AAAA"', '"type":"audio","data":"AAAA"'],
  ["content.annotations", '"priority":1', '"priority":"high"'],
  ["prompt.content-restricted", '"type":"image"', '"type":"audio"'],
];

const HANDSHAKE: readonly Planted[] = [
  ["init.first", `${INFO}}}`, `${INFO}}}\n{"jsonrpc":"2.0","id":98,"method":"session/list","params":{}}`],
  ["init.request-schema", '"protocolVersion":1,', ""],
  ["init.version-integer", '"protocolVersion":1', '"protocolVersion":"1"'],
  ["init.client-capabilities-declared", '"clientCapabilities"', '"capabilities"'],
  ["init.client-info", `,${INFO}`, ""],
  ["init.implementation-fields", '"name":"c","version":"1"', '"name":"c"'],
  ["init.capability-types", '"terminal":true,', '"terminal":"yes",'],
  ["init.act-on-agreed-version", "session/set_mode", "auth/logout"],
  ["init.custom-capabilities-in-meta", '"terminal":true,', '"terminal":true,"c/panes":true,'],
  ["auth.authenticate-schema", '{"methodId":"m"}', "{}"],
  ["auth.advertised-id-only", '"methodId":"m"', '"methodId":"n"'],
  ["auth.terminal-no-authenticate", '"methodId":"m"', '"methodId":"t"'],
];

const SESSIONS: readonly Planted[] = [
  ["session.new-request-schema", '"params":{"cwd":"/tmp","additional', '"params":{"additional'],
  ["session.load-request-schema", '"session/load","params":{"sessionId":"s",', '"session/load","params":{'],
  ["session.resume-request", '"session/resume","params":{"sessionId":"s",', '"session/resume","params":{'],
  ["session.close-request", `"session/close",${SESSION}`, '"session/close","params":{}'],
  ["session.delete-request", `"session/delete",${SESSION}`, '"session/delete","params":{}'],
  ["session.cwd-absolute", '"params":{"cwd":"/tmp","additional', '"params":{"cwd":"tmp","additional'],
  [
    "session.list-cwd-filter-absolute",
    '"session/list","params":{"cwd":"/tmp"',
    '"session/list","params":{"cwd":"tmp"',
  ],
  ["session.id-used-throughout", '"sessionId":"s","prompt"', '"sessionId":"r","prompt"'],
  ["session.load-cwd-matches", '"sessionId":"s","cwd":"/tmp"', '"sessionId":"s","cwd":"/other"'],
  ["session.list-cursor-opaque", '"cursor":"c1"', '"cursor":"C1"'],
  [
    "session.list-next-cursor-end",
    LOG,
    '{"jsonrpc":"2.0","id":97,"method":"session/list","params":{"cursor":"c1"}}',
  ],
  ["mcp.stdio-schema", '"args":[],', ""],
  ["mcp.stdio-command-absolute", '"command":"/bin/true"', '"command":"true"'],
  ["mcp.http-schema", '"url":"http://h/",', ""],
  ["mcp.sse-schema", '"url":"http://e/","headers":[]', '"url":"http://e/"'],
  ["dirs.not-null", '["/srv"]', "null"],
  ["dirs.absolute", '["/srv"]', '["srv"]'],
  ["dirs.dedupe", '["/srv"]', '["/srv","/srv"]'],
  [
    "dirs.resend-on-load",
    '"sessionId":"s","cwd":"/tmp","additionalDirectories":["/srv"]',
    '"sessionId":"s","cwd":"/tmp"',
  ],
  ["modes.set-request-schema", '"sessionId":"s","modeId":"a"', '"sessionId":"s"'],
  ["modes.set-listed-only", '"modeId":"a"', '"modeId":"b"'],
  ["config.set-schema", '"value":"x"', '"value":true'],
  ["config.set-value-listed", '"value":"x"', '"value":"z"'],
  ["prompt.request-schema", '"prompt":[', '"prompts":['],
  [
    "prompt.after-setup",
    '"headers":[]}]}}',
    '"headers":[]}]}}\n{"jsonrpc":"2.0","id":96,"method":"session/prompt","params":{"sessionId":"s","prompt":[]}}',
  ],
  ["updates.message-id-agent-only", '"prompt":[', '"messageId":"m","prompt":['],
];

const ANSWERS: readonly Planted[] = [
  ["permission.response-schema", PERMITTED, '"outcome":"selected"'],
  ["permission.selected-offered", '"optionId":"yes"', '"optionId":"no"'],
  ["fs.write-result", '"id":7,"result":{}', '"id":7,"result":true'],
  ["terminal.create-result", CREATED, '"result":{"terminal":"x"}'],
  ["terminal.output-schema", '"output":"","truncated":false', '"output":""'],
  ["terminal.wait-schema", '{"exitCode":0,"signal":null}', '{"exitStatus":{"exitCode":0}}'],
  ["terminal.kill-result", '"id":4,"result":{}', '"id":4,"result":true'],
  ["terminal.release-result", '"id":5,"result":{}', '"id":5,"result":true'],
  ["elicitation.client-response-schema", '"action":"accept",', ""],
  ["elicitation.client-content-conforms", '{"name":"n"}', "{}"],
];

/** What each change makes of the clean conversation, and the check that has to see it. */
export const planted: readonly Planted[] = [
  ...ENVELOPES,
  ...EXTENSIONS,
  ...CONTENT,
  ...HANDSHAKE,
  ...SESSIONS,
  ...ANSWERS,
];

/** Checks whose level could accuse and that no line makes do so, and why. */
export const unbreakable: Readonly<Record<string, string>> = {
  "ext.no-custom-root-fields": "an unknown field may come from a later schema, so it is written down",
};
