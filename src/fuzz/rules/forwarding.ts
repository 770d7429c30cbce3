import type { Hazard } from "../hazards/hazard.js";
import { notification, prompt, request, result, rule, textUpdate, turnEnd, update } from "./rule.js";

const UNKNOWN = '"error":{"code":-32601,"message":"Method not found: said by the far end"}';

/** What is said reaches the other side, and the other side answers. */
export const forwardingRules: readonly Hazard[] = [
  rule("unknown-requests-forwarded", [
    ["c2a", request(61, "_acp-assay/unknown", '{"a":1}')],
    ["a2c", result(61, '{"answered":"by the agent"}')],
    ["c2a", request(62, "future/method", "{}")],
    ["a2c", `{"jsonrpc":"2.0","id":62,${UNKNOWN}}`],
    ["a2c", request(61, "_acp-assay/unknown", '{"b":2}')],
    ["c2a", result(61, '{"answered":"by the client"}')],
    ["a2c", request(62, "future/method", "{}")],
    ["c2a", `{"jsonrpc":"2.0","id":62,${UNKNOWN}}`],
  ]),
  rule("unknown-notifications-forwarded", [
    ["c2a", notification("_acp-assay/told", '{"n":1}')],
    ["c2a", notification("$/acp-assay_told", '{"n":2}')],
    ["c2a", notification("future/told", '{"n":3}')],
    ["a2c", notification("_acp-assay/told", '{"n":4}')],
    ["a2c", notification("$/acp-assay_told", '{"n":5}')],
    ["a2c", notification("future/told", '{"n":6}')],
  ]),
  rule("method-names-verbatim", [
    ["c2a", notification("_Acp-Assay.Example/Mixed_Case/é", "{}")],
    ["a2c", notification("_acp-assay/a//b", "{}")],
    ["c2a", request(63, "__double", "{}")],
    ["a2c", result(63, "{}")],
  ]),
  rule("no-permission-decisions", [
    prompt(64),
    [
      "a2c",
      request(
        65,
        "session/request_permission",
        '{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"rm"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_always"},{"optionId":"no","name":"Reject","kind":"reject_once"}]}',
      ),
    ],
    ["c2a", result(65, '{"outcome":{"outcome":"selected","optionId":"no"}}')],
    [
      "a2c",
      request(
        66,
        "elicitation/create",
        '{"mode":"form","sessionId":"s1","message":"Name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}',
      ),
    ],
    ["c2a", result(66, '{"action":"decline"}')],
    turnEnd(64),
  ]),
  rule("cancel-forwarded", [
    prompt(67),
    ["c2a", notification("session/cancel", '{"sessionId":"s1"}')],
    turnEnd(67, "cancelled"),
  ]),
  rule("no-coalescing", [
    prompt(68),
    textUpdate("same"),
    textUpdate("same"),
    textUpdate(""),
    textUpdate("a"),
    textUpdate("b"),
    update('{"sessionUpdate":"plan","entries":[]}'),
    update('{"sessionUpdate":"plan","entries":[]}'),
    turnEnd(68),
  ]),
  rule("capabilities-honest", [
    [
      "c2a",
      request(
        69,
        "initialize",
        '{"protocolVersion":1,"clientCapabilities":{"fs":{"readTextFile":true,"writeTextFile":false},"terminal":true,"_meta":{"x":true},"future":{"y":1}},"clientInfo":{"name":"harness","version":"0"}}',
      ),
    ],
    [
      "a2c",
      result(
        69,
        '{"protocolVersion":1,"agentCapabilities":{"loadSession":true,"promptCapabilities":{"image":true,"audio":false,"embeddedContext":true},"mcpCapabilities":{"http":false,"sse":true},"sessionCapabilities":{"list":{}},"future":{"z":1}},"authMethods":[{"id":"m","name":"Method"}]}',
      ),
    ],
    ["c2a", request(70, "initialize", '{"protocolVersion":1}')],
    ["a2c", result(70, '{"protocolVersion":1}')],
  ]),
  rule("version-passthrough", [
    ["c2a", request(71, "initialize", '{"protocolVersion":1,"clientCapabilities":{}}')],
    ["a2c", result(71, '{"protocolVersion":1,"agentCapabilities":{}}')],
    ["c2a", request(72, "initialize", '{"protocolVersion":2,"clientCapabilities":{}}')],
    ["a2c", result(72, '{"protocolVersion":1,"agentCapabilities":{}}')],
  ]),
];
