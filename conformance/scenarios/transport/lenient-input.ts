import type { AgentConnection } from "../../../src/driver/agent-connection.js";
import type { AgentScenario } from "../../../src/engine/scenario.js";
import { told } from "../steps/reply.js";
import { afterInitialize } from "../steps/setup.js";

const BLANK = "acp.v1.transport.blank-lines-crlf";
const LARGE = "acp.v1.transport.large-message";

const LARGE_BYTES = 1024 * 1024;

/**
 * The transport page says nothing of blank lines, CRLF or a byte order mark, nor of how long a message may be: what
 * the agent does with each is written down and never scored.
 */
export const lenientInput: AgentScenario = afterInitialize(
  "transport/lenient-input",
  [BLANK, LARGE],
  async (stage, { connection }) => {
    const notes = [
      `a blank line before a request: ${await reaction(connection, (line) => `\n${line}\n`)}`,
      `CRLF: ${await reaction(connection, (line) => `${line}\r\n`)}`,
      `a byte order mark: ${await reaction(connection, (line) => `\ufeff${line}\n`)}`,
    ];
    stage.recorded(BLANK, notes.join("; "));

    const large = await connection.request("_acp-assay/large", { text: "x".repeat(LARGE_BYTES) });
    stage.recorded(LARGE, `a message of 1 MiB: ${told(large)}`);
  },
);

async function reaction(connection: AgentConnection, dress: (line: string) => string): Promise<string> {
  const id = connection.freshId();
  const line = JSON.stringify({ jsonrpc: "2.0", id, method: "_acp-assay/echo", params: {} });
  connection.wrongly(() => connection.writeRaw(dress(line)));
  await connection.barrier();
  // The dressed line may be no message to the harness itself, so the answer is found by its id.
  const isAnswered = connection.transcript
    .of("a2c")
    .some(({ message }) => message.kind === "response" && message.value["id"] === id);
  return isAnswered ? "answered" : "not answered";
}
