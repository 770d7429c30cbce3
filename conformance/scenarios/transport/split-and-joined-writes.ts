import { Buffer } from "node:buffer";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { AgentConnection } from "../../../src/driver/agent-connection.js";
import type { AgentScenario } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { framesOf, told } from "../steps/reply.js";
import { afterInitialize } from "../steps/setup.js";

const SPLIT = "acp.v1.transport.split-reads";
const JOINED = "acp.v1.transport.coalesced-reads";

/**
 * A newline alone ends a message (docs/protocol/v1/transports.mdx, "stdio"), so how the bytes are cut into writes
 * changes nothing: one message in single bytes, and three messages in one write.
 */
export const splitAndJoinedWrites: AgentScenario = afterInitialize(
  "transport/split-and-joined-writes",
  [SPLIT, JOINED],
  async (stage, { connection }) => {
    const split = await connection.replyTo(await writeByteByByte(connection));
    stage.expect(SPLIT, split.kind !== "silence", () => ({
      expected: "an answer to a request that arrived one byte at a time",
      actual: told(split),
      frames: framesOf(split),
    }));

    const joined = connection.writeRaw([1, 2, 3].map(() => extensionLine(connection, "joined")).join(""));
    const replies = await Promise.all(joined.map((request) => connection.replyTo(request)));
    const silent = replies.find((reply) => reply.kind === "silence");
    stage.expect(JOINED, silent === undefined, () => ({
      expected: "an answer to each of three requests that arrived in one write",
      actual: silent === undefined ? "" : told(silent),
      frames: replies.flatMap(framesOf),
    }));
  },
);

async function writeByteByByte(connection: AgentConnection): Promise<Frame> {
  // Characters of two, three and four bytes, so that some cuts fall inside a character.
  const lines: Frame[] = [];
  for (const byte of Buffer.from(extensionLine(connection, "é — 😀 end"))) {
    lines.push(...connection.writeRaw(Buffer.of(byte)));
    await nextTurn();
  }
  const [request] = lines;
  if (request === undefined) throw new Error("the bytes held no newline");
  return request;
}

function extensionLine(connection: AgentConnection, text: string): string {
  const id = connection.freshId();
  return `${JSON.stringify({ jsonrpc: "2.0", id, method: "_acp-assay/echo", params: { text } })}\n`;
}
