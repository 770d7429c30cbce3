import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";

/**
 * The stream with its end of input held back until every request read so far is answered: a client that closes its
 * side has not taken its requests back (docs/protocol/v1/transports.mdx, "stdio"), but the SDK closes a connection as
 * soon as its input ends.
 */
export function answeringStream(stream: Stream, onInputEnd: () => void): Stream {
  const open = new OpenRequests();
  const readable = stream.readable.pipeThrough(
    new TransformStream<AnyMessage, AnyMessage>({
      transform(message, controller) {
        if ("method" in message && "id" in message) open.add(message.id);
        controller.enqueue(message);
      },
      async flush() {
        onInputEnd();
        await open.none();
      },
    }),
  );
  const writer = stream.writable.getWriter();
  const writable = new WritableStream<AnyMessage>({
    async write(message) {
      await writer.write(message);
      if (!("method" in message)) open.remove(message.id);
    },
  });
  return { readable, writable };
}

/** The ids of the requests that have no answer yet; the same id may be open more than once. */
class OpenRequests {
  readonly #ids: unknown[] = [];
  #release: () => void = () => undefined;

  add(id: unknown): void {
    // The SDK answers a request with any other id under the id null, so it would stay open for ever.
    if (id === null || typeof id === "string" || typeof id === "number") this.#ids.push(id);
  }

  remove(id: unknown): void {
    const at = this.#ids.indexOf(id);
    if (at !== -1) this.#ids.splice(at, 1);
    if (this.#ids.length === 0) this.#release();
  }

  async none(): Promise<void> {
    if (this.#ids.length === 0) return;
    await new Promise<void>((resolve) => {
      this.#release = resolve;
    });
  }
}
