import type { Step } from "../../driver/sandwich/step.js";
import type { Hazard } from "../hazards/hazard.js";
import { prompt, request, type Said, stepRule, textUpdate, turnEnd } from "./rule.js";

const BURST = 1000;
const LARGE_TEXT = "l".repeat(1024 * 1024);

/** Lines that one side writes at once, and the wait for all of them. */
function atOnce(said: readonly Said[]): Step[] {
  const [first] = said;
  if (first === undefined) return [];
  const [dir] = first;
  const text = said.map(([, line]) => `${line}\n`).join("");
  return [
    { do: "write", dir, payload: { text } },
    { do: "await", dir },
  ];
}

/** What is sent one after the other arrives one after the other. */
export const orderRules: readonly Hazard[] = [
  stepRule("order-per-direction", [
    ...atOnce([prompt(81)]),
    ...atOnce([...Array.from({ length: BURST }, (_, place) => textUpdate(`part ${place}`)), turnEnd(81)]),
  ]),
  stepRule("updates-before-response", [
    ...atOnce([prompt(82)]),
    ...atOnce([["c2a", '{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}']]),
    ...atOnce([textUpdate(LARGE_TEXT), turnEnd(82, "cancelled")]),
    ...atOnce([["c2a", request(83, "session/load", '{"sessionId":"s1","cwd":"/tmp","mcpServers":[]}')]]),
    ...atOnce([
      textUpdate(LARGE_TEXT),
      textUpdate("replayed"),
      ["a2c", '{"jsonrpc":"2.0","id":83,"result":null}'],
    ]),
  ]),
];
