import { Buffer } from "node:buffer";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ClientScenario } from "../../../src/engine/client-scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { framesOf, told } from "../../scenarios/steps/reply.js";
import { type ClientTurn, inTurn } from "../steps/turn.js";

const SPLIT = "acp.v1.transport.split-reads";
const JOINED = "acp.v1.transport.coalesced-reads";
const NEWLINE = "acp.v1.transport.newline-delimited";

/**
 * A newline alone ends a message (docs/protocol/v1/transports.mdx, "stdio"), so how the bytes are cut into writes
 * changes nothing; and a message whose newline is held back reaches nobody.
 */
export const writes: ClientScenario = inTurn(
  "transport/writes",
  [SPLIT, JOINED, NEWLINE],
  async (stage, turn) => {
    const { connection, client } = turn;
    const split = await connection.replyTo(await writeByteByByte(turn));
    stage.expect(SPLIT, split.kind !== "silence", () => ({
      expected: "an answer to a request that arrived one byte at a time",
      actual: told(split),
      frames: framesOf(split),
    }));
    const joined = connection.writeRaw([1, 2, 3].map(() => extensionLine(turn, "joined")).join(""));
    const replies = await Promise.all(joined.map((request) => connection.replyTo(request)));
    const silent = replies.find((reply) => reply.kind === "silence");
    stage.expect(JOINED, silent === undefined, () => ({
      expected: "an answer to each of three requests that arrived in one write",
      actual: silent === undefined ? "" : told(silent),
      frames: replies.flatMap(framesOf),
    }));
    turn.end();
    await client.rest();
    const last = client.connections
      .flatMap(({ transcript }) => transcript.ofSubject())
      .find(({ eol }) => eol === "");
    // Only an end of its own is a fair one: a process that was ended by force may stop inside a line.
    stage.expect(NEWLINE, last === undefined || client.subject.exit?.signal != null, () => ({
      expected: "a newline behind the last message",
      actual: "the stream ended without one",
      frames: [last],
    }));
  },
);

async function writeByteByByte(turn: ClientTurn): Promise<Frame> {
  // Characters of two, three and four bytes, so that some cuts fall inside a character.
  const lines: Frame[] = [];
  for (const byte of Buffer.from(extensionLine(turn, "é — 😀 end"))) {
    lines.push(...turn.connection.writeRaw(Buffer.of(byte)));
    await nextTurn();
  }
  const [request] = lines;
  if (request === undefined) throw new Error("the bytes held no newline");
  return request;
}

function extensionLine({ connection }: ClientTurn, text: string): string {
  const id = connection.freshId();
  return `${JSON.stringify({ jsonrpc: "2.0", id, method: "_acp-assay/echo", params: { text } })}\n`;
}
