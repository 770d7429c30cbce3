import type { Hazard } from "../hazards/hazard.js";
import { notification, prompt, request, result, rule, turnEnd, update } from "./rule.js";

const CONTEXT =
  '"traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01","tracestate":"vendor=a:b","baggage":"user=é"';

/** What a message says stays what it says. */
export const valueRules: readonly Hazard[] = [
  rule("value-preserving", [
    [
      "c2a",
      notification(
        "_acp-assay/values",
        '{"z":{"a":[[],{},[{}],""]},"a":"\\u0001\\u007f\\b\\/ 𝄞 \\ud83d\\ude80 \\"","list":[true,false,null,0,-0.5],"":0,"__proto__":{"x":1}}',
      ),
    ],
    update(
      '{"sessionUpdate":"tool_call","toolCallId":"t1","title":"deep","rawInput":{"a":{"b":{"c":{"d":{"e":[[[[{}]]]]}}}}}}',
    ),
  ]),
  rule("number-fidelity", [
    update('{"sessionUpdate":"usage_update","used":9007199254740993,"size":18446744073709551615}'),
    [
      "a2c",
      request(
        41,
        "terminal/create",
        '{"sessionId":"s1","command":"true","outputByteLimit":18446744073709551615}',
      ),
    ],
    ["c2a", result(41, '{"terminalId":"term-1"}')],
    update(
      '{"sessionUpdate":"tool_call","toolCallId":"t2","title":"numbers","rawInput":{"a":0.1,"b":1e400,"c":-9223372036854775808,"d":1.7976931348623157e308,"e":123456789.123456789123}}',
    ),
  ]),
  rule("null-vs-absent", [
    update('{"sessionUpdate":"session_info_update","title":null}'),
    update('{"sessionUpdate":"session_info_update","updatedAt":"2026-01-01T00:00:00Z"}'),
    ["c2a", request(42, "session/list", '{"cursor":null}')],
    ["a2c", result(42, '{"sessions":[],"nextCursor":null}')],
    ["c2a", request(43, "session/list", "{}")],
    ["a2c", result(43, '{"sessions":[]}')],
  ]),
  rule("meta-preserved", [
    [
      "c2a",
      request(
        44,
        "session/prompt",
        '{"_meta":{"m":1},"sessionId":"s1","prompt":[{"type":"text","text":"x","_meta":{"m":2},"annotations":{"_meta":{"m":3}}}]}',
      ),
    ],
    [
      "a2c",
      notification(
        "session/update",
        '{"_meta":{"m":4},"sessionId":"s1","update":{"_meta":{"m":5},"sessionUpdate":"tool_call","toolCallId":"t3","title":"t","content":[{"_meta":{"m":6},"type":"content","content":{"type":"text","text":"","_meta":{"m":7}}}],"locations":[{"path":"/a","_meta":{"m":8}}]}}',
      ),
    ],
    ["a2c", result(44, '{"stopReason":"end_turn","_meta":{"m":{"deep":[1]}}}')],
  ]),
  rule("unknown-fields-preserved", [
    [
      "c2a",
      request(
        45,
        "session/prompt",
        '{"sessionId":"s1","futureField":{"a":1},"prompt":[{"type":"text","text":"x","futureField":[2]}]}',
      ),
    ],
    update(
      '{"sessionUpdate":"agent_message_chunk","futureField":"b","content":{"type":"text","text":"y","futureField":null}}',
    ),
    ["a2c", result(45, '{"stopReason":"end_turn","futureField":3}')],
  ]),
  rule("unknown-variants-preserved", [
    update('{"sessionUpdate":"future_update","payload":{"a":[1]}}'),
    update('{"sessionUpdate":"agent_message_chunk","content":{"type":"_x","data":{"b":2}}}'),
    update('{"sessionUpdate":"tool_call","toolCallId":"t4","title":"t","kind":"bash","status":"_waiting"}'),
    [
      "a2c",
      request(46, "elicitation/create", '{"mode":"_m","message":"?","requestedSchema":{"type":"object"}}'),
    ],
    ["c2a", result(46, '{"action":"_later","content":{"c":3}}')],
  ]),
  rule("trace-context", [
    [
      "c2a",
      request(
        47,
        "session/prompt",
        `{"_meta":{${CONTEXT}},"sessionId":"s1","prompt":[{"type":"text","text":"x"}]}`,
      ),
    ],
    turnEnd(47),
  ]),
  rule("base64-verbatim", [
    [
      "c2a",
      request(
        48,
        "session/prompt",
        `{"sessionId":"s1","prompt":[{"type":"image","mimeType":"image/png","data":"${"iVBORw0KGgo+/AAA".repeat(200_000)}AA=="}]}`,
      ),
    ],
    turnEnd(48),
  ]),
  rule("paths-verbatim", [
    [
      "c2a",
      request(
        49,
        "session/new",
        '{"cwd":"/tmp/a b/é/../c/","additionalDirectories":["/tmp//double","/tmp/./dot"],"mcpServers":[]}',
      ),
    ],
    ["a2c", result(49, '{"sessionId":"s1"}')],
    ["a2c", request(50, "fs/read_text_file", '{"sessionId":"s1","path":"C:\\\\Users\\\\ü\\\\file.txt"}')],
    ["c2a", result(50, '{"content":""}')],
    update(
      '{"sessionUpdate":"agent_message_chunk","content":{"type":"resource_link","name":"n","uri":"file:///tmp/a%20b/%C3%A9?q=1#L1"}}',
    ),
  ]),
  rule("result-verbatim", [
    ["c2a", request(51, "session/load", '{"sessionId":"s1","cwd":"/tmp","mcpServers":[]}')],
    ["a2c", result(51, "null")],
    ["c2a", request(52, "session/load", '{"sessionId":"s1","cwd":"/tmp","mcpServers":[]}')],
    ["a2c", result(52, "{}")],
    prompt(53),
    turnEnd(53, "_future_reason"),
  ]),
  rule("error-verbatim", [
    prompt(54),
    [
      "a2c",
      '{"jsonrpc":"2.0","id":54,"error":{"code":-32042,"message":"é\\n\\"no\\"","data":{"a":[1,null],"b":{"c":"d"}}}}',
    ],
    ["a2c", request(55, "fs/read_text_file", '{"sessionId":"s1","path":"/nope"}')],
    ["c2a", '{"jsonrpc":"2.0","id":55,"error":{"code":12345,"message":"","data":null}}'],
  ]),
];
