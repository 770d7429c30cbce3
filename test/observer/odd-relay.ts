import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AepEvent } from "../../src/observer/event/event.js";

/** How a relay answers one request; `taken` tells whether it kept the events before that. */
export type Answer =
  | "takes"
  | "500"
  | "429"
  | "reset"
  | "takes and resets"
  | "garbage"
  | "half an answer"
  | "hangs"
  | "trickles";

/** A relay on this machine that answers its requests in the ways it is told, then properly. */
export class OddRelay {
  readonly url: string;
  /** Ids in the order of their first arrival. */
  readonly ids: string[] = [];
  /** The events of those. */
  readonly events: AepEvent[] = [];
  readonly headers: IncomingMessage["headers"][] = [];
  requests = 0;
  /** Beyond so many events a request is too large; undefined takes any. */
  mostEvents: number | undefined;
  /** Is this event refused for good? */
  refuses: (event: AepEvent) => boolean = () => false;
  readonly #answers: Answer[];
  readonly #known = new Set<string>();
  readonly #close: () => void;

  private constructor(url: string, answers: readonly Answer[], close: () => void) {
    this.url = url;
    this.#answers = [...answers];
    this.#close = close;
  }

  static async start(
    answers: readonly Answer[],
    teardown: (stop: () => void) => unknown,
    port = 0,
  ): Promise<OddRelay> {
    const server = createServer((request, response) => void relay.#serve(request, response));
    await once(server.listen(port, "127.0.0.1"), "listening");
    const address = server.address();
    const own = typeof address === "object" && address !== null ? address.port : 0;
    const relay = new OddRelay(`http://127.0.0.1:${own}/base/`, answers, () => {
      server.closeAllConnections();
      server.close();
    });
    teardown(() => relay.stop());
    return relay;
  }

  /** Listens no more. */
  stop(): void {
    this.#close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    this.headers.push({ ...request.headers, url: request.url });
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const events: AepEvent[] = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const answer = this.#answers.shift() ?? "takes";
    const end = (status: number, body = ""): unknown => response.writeHead(status).end(body);
    if (answer === "500" || answer === "429") end(Number(answer));
    else if (answer === "reset") request.socket.resetAndDestroy();
    else if (answer === "hangs") return;
    else if (answer === "garbage") request.socket.end("no HTTP at all\r\n\r\n");
    else if (answer === "half an answer") request.socket.end("HTTP/1.1 202 Acc");
    else if (this.mostEvents !== undefined && events.length > this.mostEvents) end(413);
    else this.#take(events, answer, request, response);
  }

  #keep(event: AepEvent): void {
    if (this.#known.has(event.id)) return;
    this.#known.add(event.id);
    this.ids.push(event.id);
    this.events.push(event);
  }

  #take(
    events: readonly AepEvent[],
    answer: Answer,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const place = events.findIndex((event) => this.refuses(event));
    for (const event of place === -1 ? events : events.slice(0, place)) this.#keep(event);
    if (answer === "takes and resets") request.socket.resetAndDestroy();
    else if (place !== -1)
      response.writeHead(400).end(JSON.stringify({ error: "invalid-event", line: place + 1 }));
    else if (answer === "trickles") {
      response.writeHead(202);
      for (let each = 0; each < 5; each += 1) setTimeout(() => response.write("."), each * 20);
      setTimeout(() => response.end(), 120);
    } else response.writeHead(202).end();
  }
}
