import type { AgentScenario } from "../../../src/engine/scenario.js";
import { initialize, initializeParams } from "../steps/setup.js";

const NEWLINE = "acp.v1.transport.newline-delimited";

/**
 * Messages are delimited by newlines (docs/protocol/v1/transports.mdx, "stdio"): a message whose newline is held back
 * until there is more to say reaches nobody, and the last one before the end is delimited too.
 */
export const lineEnds: AgentScenario = {
  name: "transport/line-ends",
  judges: [NEWLINE],
  async run(stage) {
    const ready = await initialize(stage, initializeParams());
    const { connection } = ready;
    const heldBytes = connection.transcript.pendingBytes("a2c");
    if ("reason" in ready && heldBytes > 0) {
      stage.violated(NEWLINE, {
        expected: "a newline behind the answer to initialize",
        actual: `${heldBytes} bytes without a newline, and nothing more within ${stage.timeoutMs} ms`,
        frames: [ready.reply.request],
      });
      return;
    }
    if ("reason" in ready) {
      stage.notTested(NEWLINE, ready.reason);
      return;
    }
    connection.endInput();
    const exit = await connection.exited();
    await connection.close();
    const last = connection.transcript.of("a2c").at(-1);
    // Only an end of its own is a fair one: a process that was ended by force may stop inside a line.
    if (last?.eol === "" && exit?.code === 0) {
      stage.violated(NEWLINE, {
        expected: "a newline behind the last message",
        actual: "the stream ended without one",
        frames: [last],
      });
    } else stage.holds(NEWLINE);
  },
};
