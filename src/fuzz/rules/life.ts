import type { Step } from "../../driver/sandwich/step.js";
import { type Aspect, type BridgeCase, ordinaryEnd } from "../bridge-case.js";
import { notification, prompt, request, result, type Said, textUpdate, turnEnd } from "./rule.js";

/** Rules about what happens in time and at the end, each on processes of its own. */
export const lifeRules: readonly BridgeCase[] = [
  life(
    "no-head-of-line-block",
    ["arrivals"],
    [
      ...said([
        prompt(1),
        ["c2a", request(2, "session/set_mode", '{"sessionId":"s1","modeId":"m"}')],
        ["a2c", result(2, "{}")],
        [
          "a2c",
          request(
            1,
            "session/request_permission",
            '{"sessionId":"s1","toolCall":{"toolCallId":"t"},"options":[{"optionId":"o","name":"O","kind":"allow_once"}]}',
          ),
        ],
        ["a2c", request(2, "fs/read_text_file", '{"sessionId":"s1","path":"/tmp/a"}')],
        ["c2a", result(2, '{"content":""}')],
        ["c2a", notification("session/cancel", '{"sessionId":"s1"}')],
        ["c2a", result(1, '{"outcome":{"outcome":"cancelled"}}')],
        turnEnd(1, "cancelled"),
      ]),
      ...ordinaryEnd,
    ],
  ),
  life(
    "stdout-purity",
    ["purity"],
    [
      ...said([prompt(1), textUpdate("before the log")]),
      { do: "agent-stderr", payload: { text: "a log line of the agent\n" } },
      ...said([textUpdate("after the log"), turnEnd(1)]),
      ...ordinaryEnd,
    ],
  ),
  life(
    "one-response",
    ["answer-or-end"],
    [
      ...said([prompt("pending"), textUpdate("soon")]),
      { do: "agent-dies", signal: "SIGKILL" },
      { do: "await-client-eof" },
    ],
  ),
  {
    ...life(
      "multi-client-routing",
      ["streams"],
      [
        ...said([
          ["c2a", request(1, "session/new", '{"cwd":"/tmp","mcpServers":[]}')],
          ["a2c", result(1, '{"sessionId":"s1"}')],
          prompt(2),
          textUpdate("for this client"),
          ["a2c", request(1, "fs/read_text_file", '{"sessionId":"s1","path":"/tmp/a"}')],
          ["c2a", result(1, '{"content":"of this client"}')],
          turnEnd(2),
        ]),
        ...ordinaryEnd,
      ],
    ),
    isTwinned: true,
  },
];

function said(lines: readonly Said[]): Step[] {
  return lines.flatMap(([dir, text]): Step[] => [
    { do: "write", dir, payload: { text: `${text}\n` } },
    { do: "await", dir },
  ]);
}

function life(name: string, aspects: readonly Aspect[], steps: readonly Step[]): BridgeCase {
  return { id: `acp.v1.bridge.${name}`, steps, aspects, isMalformed: false, level: "json" };
}
