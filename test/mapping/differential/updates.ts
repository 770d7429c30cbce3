import fc, { type Arbitrary } from "fast-check";
import { among, contents, titles, toolCallIds } from "./pools.js";

const statuses = among<unknown>("completed", "failed", "in_progress", "pending", undefined, null, 3, "odd");
const entries = fc.oneof(
  fc.array(fc.oneof(fc.record({ status: statuses, content: contents }), contents), { maxLength: 4 }),
  among<unknown>([{ status: "a".repeat(33) }, { status: "Pending" }, { status: "x_1" }], undefined, {}),
);
const counts = among<unknown>(undefined, 0, 1200, -1, 1.5, "7", null, 2 ** 60);
const costs = among<unknown>(
  undefined,
  { amount: 0.25, currency: "USD" },
  { amount: "1", currency: "USD" },
  { amount: 1 },
  { amount: 1e21, currency: "" },
);

/** A text block, or nearly. */
export const textBlock: Arbitrary<unknown> = contents.map((text) => ({
  type: "text",
  text: typeof text === "object" ? "words" : text,
}));

const toolUpdate = fc.record({
  sessionUpdate: among("tool_call", "tool_call_update"),
  toolCallId: toolCallIds,
  title: titles,
  kind: among<unknown>("execute", undefined, 4),
  status: statuses,
  rawInput: contents,
  rawOutput: contents,
});

/** The update of a `session/update`, near to what the schema asks for. */
export const update: Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: toolUpdate },
  {
    weight: 2,
    arbitrary: fc.record({
      sessionUpdate: among("agent_message_chunk", "agent_thought_chunk", "user_message_chunk"),
      content: fc.oneof(textBlock, contents),
    }),
  },
  { weight: 1, arbitrary: fc.record({ sessionUpdate: fc.constant("plan"), entries }) },
  {
    weight: 1,
    arbitrary: fc.record({
      sessionUpdate: fc.constant("usage_update"),
      used: counts,
      size: counts,
      usedTokens: counts,
      outputTokens: counts,
      cost: costs,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      sessionUpdate: among<unknown>(
        "current_mode_update",
        "control_x",
        "control",
        "",
        "\u00e9",
        undefined,
        4,
      ),
    }),
  },
  { weight: 1, arbitrary: contents },
);
