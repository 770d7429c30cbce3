import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import type { Direction } from "../../src/wire/direction.js";
import { within } from "./deadline.js";
import { launch, type Wire } from "./editor.js";
import { fixture } from "./subject.js";

/** Some bytes that one side writes. */
export interface Move {
  readonly direction: Direction;
  readonly bytes: Uint8Array;
  /** Are they written after whatever else is ready to happen, rather than at once? */
  readonly isLater: boolean;
}

/** One living bridge with both of its ends in our hands. */
export class TwoEnds {
  readonly #client: End;
  readonly #agent: End;

  private constructor(client: End, agent: End) {
    this.#client = client;
    this.#agent = agent;
  }

  /** Starts a bridge in front of an agent that dials back to this process. */
  static async open(
    teardown: (stop: () => void) => unknown,
    wire: Wire,
    bridge: (agent: readonly string[]) => readonly string[],
  ): Promise<TwoEnds> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    const dialled = once(server, "connection");
    const editor = await launch(teardown, wire, bridge(fixture("dials-back", `${port}`)), { collect: false });
    const [socket]: readonly Socket[] = await within("the agent to dial back", dialled);
    if (socket === undefined) throw new Error("Cannot play the agent: it dialled back without a socket");
    server.close();
    socket.setNoDelay().on("error", () => undefined);
    teardown(() => socket.destroy());
    return new TwoEnds(new End(editor.input, editor.output), new End(socket, socket));
  }

  /** Makes all moves and waits until as many bytes have arrived; throws when they are not the bytes that were written. */
  async play(moves: readonly Move[]): Promise<void> {
    for (const { direction, bytes, isLater } of moves) {
      if (isLater) await new Promise((resolve) => setImmediate(resolve));
      (direction === "c2a" ? this.#client : this.#agent).output.write(bytes);
    }
    await Promise.all([
      this.#agent.receives(written(moves, "c2a"), "the agent"),
      this.#client.receives(written(moves, "a2c"), "the client"),
    ]);
  }
}

/** One end: what it writes to, and the bytes that arrived and were not asked for yet. */
class End {
  readonly output: Writable;
  readonly #input: Readable;
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(output: Writable, input: Readable) {
    this.output = output;
    this.#input = input;
    input.on("data", (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#length += chunk.length;
    });
  }

  async receives(expected: Buffer, whom: string): Promise<void> {
    while (this.#length < expected.length) {
      await within(`byte ${this.#length} of ${expected.length} for ${whom}`, once(this.#input, "data"));
    }
    const received = Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#length = 0;
    if (!received.equals(expected)) {
      throw new Error(
        `Cannot accept what ${whom} received: ${shown(received)} instead of ${shown(expected)}`,
      );
    }
  }
}

/** All bytes of one direction. */
export function written(moves: readonly Move[], direction: Direction): Buffer {
  return Buffer.concat(moves.filter((move) => move.direction === direction).map(({ bytes }) => bytes));
}

function shown(bytes: Buffer): string {
  return `${bytes.length} bytes ${bytes.subarray(0, 60).toString("hex")}`;
}
