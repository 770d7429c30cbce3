import type { Step } from "../../driver/sandwich/step.js";
import type { Direction } from "../../wire/direction.js";
import type { Hazard } from "../hazards/hazard.js";

/** One line that one side says, or many the same way. */
export type Said = readonly [Direction, string];

/**
 * A sentence of the registry about processes in the middle (conformance/requirements/acp-v1/bridge.json), as lines that
 * both sides say, each awaited. It asks for equal JSON values in equal order and no more, whatever level is declared.
 */
export function rule(name: string, said: readonly Said[]): Hazard {
  return stepRule(
    name,
    said.flatMap(([dir, text]): Step[] => [
      { do: "write", dir, payload: { text: `${text}\n` } },
      { do: "await", dir },
    ]),
  );
}

/** A rule that needs steps of its own. */
export function stepRule(name: string, steps: readonly Step[]): Hazard {
  return { id: `acp.v1.bridge.${name}`, writes: [], steps, level: "json" };
}

export function request(id: number | string, method: string, params: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"${method}","params":${params}}`;
}

export function result(id: number | string, value: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${value}}`;
}

export function notification(method: string, params: string): string {
  return `{"jsonrpc":"2.0","method":"${method}","params":${params}}`;
}

/** A session/update of session s1. */
export function update(fields: string, sessionId = "s1"): Said {
  return ["a2c", notification("session/update", `{"sessionId":"${sessionId}","update":${fields}}`)];
}

export function textUpdate(text: string): Said {
  return update(
    `{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":${JSON.stringify(text)}}}`,
  );
}

/** A prompt of session s1. */
export function prompt(id: number | string, text = "Hello"): Said {
  return [
    "c2a",
    request(id, "session/prompt", `{"sessionId":"s1","prompt":[{"type":"text","text":"${text}"}]}`),
  ];
}

export function turnEnd(id: number | string, stopReason = "end_turn"): Said {
  return ["a2c", result(id, `{"stopReason":"${stopReason}"}`)];
}
