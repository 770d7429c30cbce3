import type { Hazard } from "../hazards/hazard.js";
import { notification, prompt, request, result, rule, textUpdate, turnEnd, update } from "./rule.js";

const NEW = '{"cwd":"/tmp","mcpServers":[{"name":"m","command":"/bin/true","args":["a b"],"env":[]}]}';
const AGENT =
  '{"protocolVersion":1,"agentCapabilities":{"loadSession":true},"agentInfo":{"name":"a","version":"1"},"authMethods":[{"id":"m","name":"M"}]}';

/** A whole acquaintance of client and agent in which each keeps its side's rules: it stays that on both legs. */
export const wholeTurn: Hazard = rule("both-roles-valid", [
  ["c2a", request(0, "initialize", '{"protocolVersion":1,"clientCapabilities":{"terminal":true}}')],
  ["a2c", result(0, AGENT)],
  ["c2a", request(1, "authenticate", '{"methodId":"m"}')],
  ["a2c", result(1, "{}")],
  ["c2a", request(2, "session/new", NEW)],
  ["a2c", result(2, '{"sessionId":"s1"}')],
  update(
    '{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"c","description":"d"}]}',
  ),
  prompt(3),
  update('{"sessionUpdate":"plan","entries":[{"content":"do it","priority":"high","status":"in_progress"}]}'),
  textUpdate("I look"),
  update('{"sessionUpdate":"agent_thought_chunk","content":{"type":"text","text":"hm"}}'),
  update('{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Read","kind":"read","status":"pending"}'),
  ["a2c", request(0, "fs/read_text_file", '{"sessionId":"s1","path":"/tmp/a","line":1,"limit":2}')],
  ["c2a", result(0, '{"content":"a\\nb"}')],
  ["a2c", request(1, "terminal/create", '{"sessionId":"s1","command":"ls","args":["-l"]}')],
  ["c2a", result(1, '{"terminalId":"x"}')],
  update(
    '{"sessionUpdate":"tool_call_update","toolCallId":"t1","content":[{"type":"terminal","terminalId":"x"}]}',
  ),
  ["a2c", request(2, "terminal/wait_for_exit", '{"sessionId":"s1","terminalId":"x"}')],
  ["c2a", result(2, '{"exitCode":0,"signal":null}')],
  ["a2c", request(3, "terminal/release", '{"sessionId":"s1","terminalId":"x"}')],
  ["c2a", result(3, "{}")],
  [
    "a2c",
    request(
      4,
      "session/request_permission",
      '{"sessionId":"s1","toolCall":{"toolCallId":"t1"},"options":[{"optionId":"o","name":"O","kind":"allow_once"}]}',
    ),
  ],
  ["c2a", notification("session/cancel", '{"sessionId":"s1"}')],
  ["c2a", result(4, '{"outcome":{"outcome":"cancelled"}}')],
  update('{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"failed"}'),
  turnEnd(3, "cancelled"),
]);
