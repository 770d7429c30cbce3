import { CAPABILITIES, OPTIONS } from "./agent-conversation.js";
import type { Planted } from "./planted.js";
import { NO_UTF8 } from "./trace.js";

const LOG = '{"jsonrpc":"2.0","method":"_a/log","params":{}}';
const DONE = '{"jsonrpc":"2.0","id":7,"result":{}}';
const ERROR = '"error":{"code":-32602,"message":"Not here"}';
const OWN = '"_meta":{"a/ask":true}';

const ENVELOPES: readonly Planted[] = [
  ["transport.utf8", '"title":"T"', `"title":"${NO_UTF8}"`],
  ["transport.no-embedded-newline", '"id":3,"method"', '"id":3,\n"method"'],
  ["transport.single-message-lines", LOG, `[${LOG}]`],
  ["transport.stdout-only-acp", LOG, "Listening"],
  ["jsonrpc.version-member", LOG, '{"method":"_a/log","params":{}}'],
  ["jsonrpc.id-type", '"id":3,"method"', '"id":true,"method"'],
  ["jsonrpc.id-not-null", '"id":3,"method"', '"id":null,"method"'],
  ["jsonrpc.id-no-fraction", '"id":3,"method"', '"id":3.5,"method"'],
  ["jsonrpc.rpc-prefix-reserved", "_a/ask", "rpc.ask"],
  ["jsonrpc.positional-params", '"_a/log","params":{}', '"_a/log","params":[]'],
  ["jsonrpc.exactly-one-response", DONE, `${DONE}\n${DONE}`],
  ["jsonrpc.result-xor-error", '"id":7,"result":{}', '"id":7,"result":{},"error":{"code":1,"message":"m"}'],
  ["jsonrpc.success-has-result", '"id":7,"result":{}', '"id":7'],
  ["jsonrpc.error-object", ERROR, '"error":"Not here"'],
  ["jsonrpc.error-code-int32", "-32602", "99999999999"],
  ["jsonrpc.error-message-concise", "Not here", "Not\\nhere"],
  ["jsonrpc.reserved-codes", "-32602", "-32700"],
  ["jsonrpc.request-shape", '"command":"ls"', '"command":5'],
  [
    "jsonrpc.notification-shape",
    '"method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"notice"',
    '"id":99,"method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"notice"',
  ],
  ["jsonrpc.naming-conventions", '"sessionUpdate":"notice"', '"sessionUpdate":"sessionNotice"'],
  ["cancel-request.schema", '{"requestId":9}', "{}"],
  ["ext.meta-type", OWN, '"_meta":"a/ask"'],
  ["ext.trace-keys-reserved", '"traceparent":"00-', '"traceparent":"own-'],
  ["ext.advertise", `,${OWN}`, ""],
  ["ext.method-underscore", "_a/log", "a/log"],
  ["updates.meta-on-notification", '"_meta":{}', '"_meta":5'],
];

const HANDSHAKE: readonly Planted[] = [
  ["init.response-schema", '"result":{"protocolVersion":1,', '"result":{'],
  ["init.capability-types", '"loadSession":true', '"loadSession":"yes"'],
  ["init.act-on-agreed-version", '"sessionUpdate":"notice"', '"sessionUpdate":"state_update"'],
  ["init.custom-capabilities-in-meta", '"loadSession":true', '"loadSession":true,"a/panes":true'],
  ["init.omitted-is-unsupported", JSON.stringify(CAPABILITIES), "{}"],
  ["auth.methods-schema", ',"name":"M"', ""],
  ["auth.method-ids-unique", '"id":"t","name"', '"id":"m","name"'],
  ["auth.terminal-schema", ',"name":"T"', ""],
  ["auth.terminal-gated", '"auth":{"terminal":true},', ""],
  ["fs.read-gated", '"readTextFile":true', '"readTextFile":false'],
  ["fs.write-gated", '"writeTextFile":true', '"writeTextFile":false'],
  ["terminal.gated", '"terminal":true,"auth"', '"auth"'],
  ["elicitation.mode-gated", ',"url":{}', ""],
  ["config.boolean-gated", '"configOptions":{"boolean":{}},', ""],
  ["notices.gated", ',"notices":{}', ""],
  ["compaction.gated", ',"compaction":{}', ""],
];

const SESSIONS: readonly Planted[] = [
  ["session.new-response-schema", '"sessionId":"s","modes"', '"modes"'],
  ["session.load-result-schema", '"id":6,"result":{}', '"id":6,"result":true'],
  ["session.resume-result-schema", '"id":7,"result":{}', '"id":7,"result":true'],
  ["session.list-entry-schema", '"cwd":"/tmp","updatedAt"', '"updatedAt"'],
  ["session.list-cwd-absolute", '"cwd":"/tmp","updatedAt"', '"cwd":"tmp","updatedAt"'],
  ["session.list-updated-at", "2026-01-01T00:00:00Z", "yesterday"],
  ["session.info-update-schema", '"title":"T"', '"title":5'],
  ["session.info-update-no-identity", '"title":"T"', '"title":"T","cwd":"/tmp"'],
  ["modes.state-schema", '{"id":"b","name":"B"}', '{"id":"b"}'],
  ["modes.ids-unique", '{"id":"b","name":"B"}', '{"id":"a","name":"B"}'],
  ["modes.current-is-listed", '"currentModeId":"a"', '"currentModeId":"z"'],
  ["modes.update-field", '"currentModeId":"b"', '"modeId":"b"'],
  [
    "modes.agent-change-notified",
    '"current_mode_update","currentModeId":"b"',
    '"session_info_update","title":"b"',
  ],
  ["config.option-schema", '"name":"Loud",', ""],
  ["config.ids-unique", '"id":"loud"', '"id":"mode"'],
  ["config.default-value", ',"currentValue":true', ""],
  ["config.boolean-shape", '"currentValue":true', '"currentValue":"on"'],
  ["config.current-in-options", '"currentValue":"a"', '"currentValue":"z"'],
  ["config.category-namespace", '"category":"mode"', '"category":"colour"'],
  ["config.send-both", '"modes":{', '"_modes":{'],
  [
    "config.update-complete",
    `"config_option_update","configOptions":${JSON.stringify(OPTIONS)}`,
    `"config_option_update","configOptions":${JSON.stringify(OPTIONS.slice(0, 1))}`,
  ],
];

/** What is planted in the connection and its sessions. */
export const plantedInSessions: readonly Planted[] = [...ENVELOPES, ...HANDSHAKE, ...SESSIONS];

/** Checks whose level could accuse and that no line makes do so, and why. */
export const unbreakable: Readonly<Record<string, string>> = {
  "ext.no-custom-root-fields": "an unknown field may come from a later schema, so it is written down",
  "tools.name-field": "a name may become known late, so that it changes is written down",
};
