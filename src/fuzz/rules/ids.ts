import type { Hazard } from "../hazards/hazard.js";
import { notification, prompt, request, result, rule, turnEnd, update } from "./rule.js";

/** An id that a bridge may be tempted to read: a path, a space, an escape, a number in a string. */
const ODD = "sess/é 0 \\u0022\\\\";

/** Whoever asked gets the answer under the id that it asked with, and whatever bears an id keeps it. */
export const idRules: readonly Hazard[] = [
  rule("id-restored", [
    ["c2a", request("a-1", "session/list", "{}")],
    ["a2c", result("a-1", '{"sessions":[]}')],
    ["c2a", request("7", "session/list", "{}")],
    ["a2c", result("7", '{"sessions":[]}')],
    ["c2a", request(-1, "session/list", "{}")],
    ["a2c", result(-1, '{"sessions":[]}')],
    ["c2a", '{"jsonrpc":"2.0","id":9007199254740993,"method":"session/list","params":{}}'],
    ["a2c", '{"jsonrpc":"2.0","id":9007199254740993,"result":{"sessions":[]}}'],
    ["a2c", request("b/é", "fs/read_text_file", '{"sessionId":"s1","path":"/a"}')],
    ["c2a", result("b/é", '{"content":""}')],
  ]),
  rule("id-no-collision", [
    prompt(91),
    ["a2c", request(91, "fs/read_text_file", '{"sessionId":"s1","path":"/a"}')],
    ["c2a", request(92, "session/list", "{}")],
    ["a2c", request(92, "fs/read_text_file", '{"sessionId":"s1","path":"/b"}')],
    ["c2a", result(92, '{"content":"b"}')],
    ["a2c", result(92, '{"sessions":[]}')],
    ["c2a", result(91, '{"content":"a"}')],
    turnEnd(91),
  ]),
  rule("cancel-request-id-mapped", [
    prompt("to-cancel"),
    ["c2a", notification("$/cancel_request", '{"requestId":"to-cancel"}')],
    turnEnd("to-cancel", "cancelled"),
    ["a2c", request(93, "fs/read_text_file", '{"sessionId":"s1","path":"/slow"}')],
    ["a2c", notification("$/cancel_request", '{"requestId":93}')],
    ["c2a", '{"jsonrpc":"2.0","id":93,"error":{"code":-32800,"message":"Cancelled"}}'],
  ]),
  rule("elicitation-request-id-mapped", [
    ["c2a", request("ask-1", "authenticate", '{"methodId":"m"}')],
    [
      "a2c",
      request(
        94,
        "elicitation/create",
        '{"mode":"form","requestId":"ask-1","message":"Code?","requestedSchema":{"type":"object","properties":{}}}',
      ),
    ],
    ["c2a", result(94, '{"action":"cancel"}')],
    ["a2c", result("ask-1", "{}")],
  ]),
  rule("session-ids-verbatim", [
    ["c2a", request(95, "session/new", '{"cwd":"/tmp","mcpServers":[]}')],
    [
      "a2c",
      result(
        95,
        `{"sessionId":"${ODD}","modes":{"currentModeId":"m ü","availableModes":[{"id":"m ü","name":"M"}]}}`,
      ),
    ],
    [
      "a2c",
      notification(
        "session/update",
        `{"sessionId":"${ODD}","update":{"sessionUpdate":"tool_call","toolCallId":"00042","title":"t","content":[{"type":"terminal","terminalId":"1e3"}]}}`,
      ),
    ],
    [
      "a2c",
      request(
        96,
        "session/request_permission",
        `{"sessionId":"${ODD}","toolCall":{"toolCallId":"00042"},"options":[{"optionId":" ","name":"A","kind":"allow_once"}]}`,
      ),
    ],
    ["c2a", result(96, '{"outcome":{"outcome":"selected","optionId":" "}}')],
    ["c2a", request(97, "session/set_mode", `{"sessionId":"${ODD}","modeId":"m ü"}`)],
    ["a2c", result(97, "{}")],
    [
      "c2a",
      request(98, "session/set_config_option", `{"sessionId":"${ODD}","configId":"c.1","value":"v:1"}`),
    ],
    ["a2c", result(98, '{"configOptions":[]}')],
    update('{"sessionUpdate":"current_mode_update","currentModeId":"m ü"}'),
    // A second session beside the first: neither may be taken for the other.
    ["c2a", request(101, "session/new", '{"cwd":"/tmp","mcpServers":[]}')],
    ["a2c", result(101, '{"sessionId":"00042"}')],
    update('{"sessionUpdate":"current_mode_update","currentModeId":"m"}', "00042"),
  ]),
  rule("cursor-verbatim", [
    ["c2a", request(99, "session/list", '{"cursor":"eyJwIjoyfQ==+/%20\\n"}')],
    ["a2c", result(99, '{"sessions":[],"nextCursor":" \\u0000é=="}')],
    ["c2a", request(100, "session/list", '{"cursor":" \\u0000é=="}')],
    ["a2c", result(100, '{"sessions":[],"nextCursor":""}')],
  ]),
];
