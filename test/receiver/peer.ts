import { setTimeout as delay } from "node:timers/promises";
import { createParser } from "eventsource-parser";
import type { Test } from "tap";
import { type Receiver, type ReceiverOptions, startReceiver } from "../../src/receiver/receiver.js";

const DEADLINE_MS = 5_000;

/** A receiver on any free port that ends with the test. */
export async function receiverFor(t: Test, options: ReceiverOptions = {}): Promise<Receiver> {
  const receiver = await startReceiver({ port: 0, ...options });
  t.teardown(async () => await receiver.stop());
  return receiver;
}

/** A valid event of session s; ids follow from session, epoch and seq. */
export function eventOf(seq: number, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const session = more["session"] ?? "s";
  return {
    aep: "0.1",
    id: `${String(session)}-${String(more["epoch"] ?? 0)}-${seq}`,
    type: "tool.requested",
    time: "2026-01-02T03:04:05.678Z",
    source: `aep://host/agent/acp/session/${encodeURIComponent(String(session))}`,
    agent: "acp",
    session,
    seq,
    ...more,
  };
}

/** An event without the attributes that only a session's event has. */
export function unplaced(more: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { session: _, seq: __, ...rest } = eventOf(0);
  return { ...rest, ...more };
}

/** An answer, with its body as JSON where it is some. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

/** Asks, and reads the answer to its end. */
export async function ask(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  return {
    status: response.status,
    body: isJson ? (JSON.parse(text) as unknown) : text,
    headers: response.headers,
  };
}

/** Posts text to `/events`, as one line of NDJSON or more. */
export async function postText(
  { url }: Receiver,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return await ask(`${url}/events`, {
    method: "POST",
    body: typeof body === "string" ? body : new Blob([new Uint8Array(body)]),
    headers: { "aep-version": "0.1", "content-type": "application/x-ndjson", ...headers },
  });
}

/** Posts events, which have to be taken. */
export async function emit(receiver: Receiver, ...events: readonly object[]): Promise<void> {
  const { status, body } = await postText(receiver, events.map((event) => JSON.stringify(event)).join("\n"));
  if (status !== 202) throw new Error(`Refused: ${status} ${JSON.stringify(body)}`);
}

/** What a stream of server-sent events has brought so far. */
export class StreamReader {
  readonly events: {
    readonly id: string | undefined;
    readonly event: string | undefined;
    readonly data: string;
  }[] = [];
  readonly comments: string[] = [];
  readonly #abort = new AbortController();
  #isEnded = false;

  static async open(
    { url }: Pick<Receiver, "url">,
    query: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<StreamReader> {
    const reader = new StreamReader();
    const response = await fetch(`${url}/stream?${new URLSearchParams(query)}`, {
      headers,
      signal: reader.#abort.signal,
    });
    if (response.status !== 200 || response.body === null) throw new Error(`No stream: ${response.status}`);
    reader.#read(response.body).catch(() => undefined);
    return reader;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The seqs of all events, in their order. */
  get seqs(): number[] {
    return this.events.map(({ data }) => (JSON.parse(data) as { seq: number }).seq);
  }

  /** Waits until this holds. */
  async until(isTrue: (reader: StreamReader) => boolean): Promise<this> {
    const deadline = Date.now() + DEADLINE_MS;
    while (!isTrue(this)) {
      if (Date.now() > deadline) {
        throw new Error(`Not so in time: ${JSON.stringify([this.events.slice(-3), this.comments])}`);
      }
      await delay(2);
    }
    return this;
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(body: AsyncIterable<Uint8Array>): Promise<void> {
    const parser = createParser({
      onEvent: ({ id, event, data }) => this.events.push({ id, event, data }),
      onComment: (comment) => this.comments.push(comment),
    });
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) parser.feed(decoder.decode(chunk, { stream: true }));
    } finally {
      this.#isEnded = true;
    }
  }
}
