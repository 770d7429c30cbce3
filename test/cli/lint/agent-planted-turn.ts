import type { Planted } from "./planted.js";

const IN_PROGRESS = '"toolCallId":"t1","status":"in_progress"';
const SHOWN = '"content":[{"type":"terminal","terminalId":"x"}]';

const OUTPUT: readonly Planted[] = [
  ["prompt.response-schema", '"stopReason":"end_turn"', '"reason":"end_turn"'],
  ["stop.enum", '"stopReason":"end_turn"', '"stopReason":"done"'],
  ["stop.cancelled-only-when-cancelled", '"stopReason":"end_turn"', '"stopReason":"cancelled"'],
  ["updates.schema", '"severity":"info",', ""],
  ["updates.known-kinds", '"sessionUpdate":"notice"', '"sessionUpdate":"note"'],
  [
    "updates.session-known",
    '"sessionId":"s","update":{"sessionUpdate":"notice"',
    '"sessionId":"r","update":{"sessionUpdate":"notice"',
  ],
  [
    "updates.chunk-schema",
    '"content":{"type":"text","text":"one","annotations":{"priority":1}}',
    '"content":[]',
  ],
  ["updates.message-id-type", '"messageId":"m1"', '"messageId":5'],
  ["updates.message-id-grouping", '"messageId":"m2"', '"messageId":"m1"'],
  ["updates.message-id-unique", '"messageId":"m3"', '"messageId":"m1"'],
  ["updates.message-id-user", '"messageId":"u1",', ""],
  ["content.block-schema", '"type":"text","text":"one"', '"type":"markdown","text":"one"'],
  ["content.text", '"text":"one",', ""],
  ["content.resource-link", ',"name":"a"}', "}"],
  ["content.embedded-resource", ',"text":"b"', ""],
  ["content.image", '"mimeType":"image/png","data":"AAAA"', '"mimeType":"image/png","data":"http://a/"'],
  ["content.audio", '"mimeType":"audio/wav",', ""],
  ["content.annotations", '"priority":1', '"priority":"high"'],
  ["plan.schema", '"content":"A","priority":"high"', '"content":"A","priority":"urgent"'],
  ["plan.complete-list", ',{"content":"B","priority":"high","status":"pending"}]}}}', "]}}}"],
  ["usage.schema", '"used":1,', ""],
  ["usage.cost-schema", '"amount":1,', ""],
  ["usage.currency", '"USD"', '"dollars"'],
  ["usage.cumulative", '"amount":2', '"amount":0.5'],
  ["usage.meaningful-size", '"size":10', '"size":0'],
  ["commands.schema", ',"description":"Searches"', ""],
  ["notices.schema", ',"title":"N"', ""],
  ["compaction.schema", '"compactionId":"k","status":"in_progress"', '"status":"in_progress"'],
  [
    "compaction.lifecycle",
    '"compactionId":"k","status":"in_progress"',
    '"compactionId":"k","status":"completed"',
  ],
];

const CALLS: readonly Planted[] = [
  ["permission.request-schema", '"name":"Y",', ""],
  ["permission.option-ids-unique", '"optionId":"no"', '"optionId":"yes"'],
  ["permission.tool-call-id-consistent", '"toolCall":{"toolCallId":"t1"}', '"toolCall":{"toolCallId":"t9"}'],
  [
    "permission.session-id",
    '"session/request_permission","params":{"sessionId":"s"',
    '"session/request_permission","params":{"sessionId":"r"',
  ],
  ["permission.allow-proceeds", IN_PROGRESS, '"toolCallId":"t1","status":"pending"'],
  [
    "prompt.no-open-tools-at-end",
    '"toolCallId":"t2","status":"completed"',
    '"toolCallId":"t2","title":"Run"',
  ],
  ["tools.create-schema", '"title":"Edit",', ""],
  ["tools.update-schema", IN_PROGRESS, '"toolCallId":5,"status":"in_progress"'],
  ["tools.kind-enum", '"kind":"edit"', '"kind":"editing"'],
  ["tools.status-enum", IN_PROGRESS, '"toolCallId":"t1","status":"running"'],
  ["tools.content-kinds", '"type":"diff"', '"type":"patch"'],
  ["tools.id-unique", '"tool_call","toolCallId":"t3"', '"tool_call","toolCallId":"t1"'],
  ["tools.update-known-id", IN_PROGRESS, '"toolCallId":"t9","status":"in_progress"'],
  ["tools.location-path-absolute", '"locations":[{"path":"/tmp/a"', '"locations":[{"path":"a"'],
  ["tools.location-line-one-based", '"path":"/tmp/a","line":1}]', '"path":"/tmp/a","line":0}]'],
  ["tools.diff-schema", ',"newText":"x"', ""],
  ["tools.diff-path-absolute", '"type":"diff","path":"/tmp/a"', '"type":"diff","path":"a"'],
  ["tools.terminal-content", SHOWN, SHOWN.replace('"x"', '"y"')],
  ["tools.in-progress-reported", '"toolCallId":"t2","status":"in_progress",', '"toolCallId":"t2",'],
  ["tools.final-reported", '"toolCallId":"t2","status":"completed"', '"toolCallId":"t2","title":"Run"'],
  [
    "tools.pending-meaning",
    '"toolCall":{"toolCallId":"t1"}',
    '"toolCall":{"toolCallId":"t1","status":"in_progress"}',
  ],
];

const OF_CLIENT: readonly Planted[] = [
  ["fs.read-request-schema", '"line":1,"limit"', '"line":"1","limit"'],
  ["fs.write-request-schema", ',"content":"x"', ""],
  ["fs.path-absolute", '"path":"/tmp/a","line":1,"limit"', '"path":"a","line":1,"limit"'],
  [
    "fs.session-id",
    '"fs/write_text_file","params":{"sessionId":"s"',
    '"fs/write_text_file","params":{"sessionId":"r"',
  ],
  ["fs.line-one-based", '"line":1,"limit"', '"line":0,"limit"'],
  ["terminal.create-request-schema", '"command":"ls"', '"command":5'],
  ["terminal.create-cwd-absolute", '"command":"ls","cwd":"/tmp"', '"command":"ls","cwd":"tmp"'],
  [
    "terminal.agent-valid-ids",
    '"terminal/wait_for_exit","params":{"sessionId":"s","terminalId":"x"',
    '"terminal/wait_for_exit","params":{"sessionId":"s","terminalId":"y"',
  ],
  [
    "terminal.agent-no-use-after-release",
    '"method":"_a/log","params":{}',
    '"id":98,"method":"terminal/output","params":{"sessionId":"s","terminalId":"x"}',
  ],
  ["terminal.embed-before-release", `"status":"in_progress",${SHOWN}`, '"status":"in_progress"'],
  ["terminal.agent-releases", '"terminal/release"', '"terminal/output"'],
];

const QUESTIONS: readonly Planted[] = [
  ["elicitation.request-schema", '"message":"Which?",', ""],
  ["elicitation.mode-explicit", '"mode":"form","message":"Which?"', '"message":"Which?"'],
  ["elicitation.scope-request-id", '"requestId":3', '"requestId":2'],
  ["elicitation.form-schema", '"name":{"type":"string"}', '"name":{"type":"object"}'],
  ["elicitation.form-no-secrets", '"name":{"type":"string"}', '"password":{"type":"string"}'],
  [
    "elicitation.sensitive-url-only",
    '"name":{"type":"string"}',
    '"password":{"type":"string"}',
    ',"url":{}',
    "",
  ],
  ["elicitation.form-no-clickable-urls", '"Which?"', '"See https://evil.test/x"'],
  ["elicitation.url-valid", '"https://a.test/x"', '"nowhere"'],
  ["elicitation.url-no-credentials", '"https://a.test/x"', '"https://a.test/x?password=1"'],
  ["elicitation.url-https", '"https://a.test/x"', '"http://a.test/x"'],
  ["elicitation.id-unique", '"elicitationId":"e2"', '"elicitationId":"e1"'],
  ["elicitation.complete-schema", '{"elicitationId":"e1"}', '{"elicitationId":"e9"}'],
];

/** What is planted in the turns. */
export const plantedInTurns: readonly Planted[] = [...OUTPUT, ...CALLS, ...OF_CLIENT, ...QUESTIONS];
