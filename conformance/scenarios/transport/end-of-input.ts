import type { AgentScenario } from "../../../src/engine/scenario.js";
import { afterInitialize } from "../steps/setup.js";

const TAIL = "acp.v1.transport.unterminated-tail";
const STDERR = "acp.v1.transport.stderr-free-form";
const EXIT = "acp.v1.transport.agent-exit-on-eof";

/**
 * No sentence says what a last line without a newline means, nor that an agent ends with its input
 * (docs/protocol/v1/transports.mdx, "stdio" shows it only in the diagram): both are written down.
 */
export const endOfInput: AgentScenario = afterInitialize(
  "transport/end-of-input",
  [TAIL, EXIT, STDERR],
  async (stage, { connection }) => {
    const id = connection.freshId();
    connection.writeRaw(JSON.stringify({ jsonrpc: "2.0", id, method: "_acp-assay/tail", params: {} }));
    connection.endInput();
    const exit = await connection.exited();
    const ending = await connection.close();

    const isAnswered = connection.transcript
      .of("a2c")
      .some(({ message }) => message.kind === "response" && message.value["id"] === id);
    stage.recorded(
      TAIL,
      `a request without a newline at the end of input is ${isAnswered ? "" : "not "}answered`,
    );
    const { stderrTail } = connection.subject;
    const isText = !stderrTail.includes("\ufffd");
    stage.recorded(
      STDERR,
      `${stderrTail.length} characters on stderr, ${isText ? "" : "not "}all of it UTF-8`,
    );
    const how =
      exit === undefined ? `it had to be ended by ${ending}` : `exit ${exit.signal ?? `code ${exit.code}`}`;
    stage.recorded(EXIT, `after the end of its input: ${how}`);
  },
);
