/** What the roster tells of one connection. */
export interface ConnectionFacts {
  readonly kind: "stream" | "socket" | "tap";
  readonly [fact: string]: string | number | boolean;
}

/** A connection that stays: how to look at it, and how to tell it that the receiver stops. */
export interface Connection {
  facts(): ConnectionFacts;
  ping(): void;
  shutDown(): void;
}

/** The connections that stay: subscribers, sockets, tees. */
export class Roster {
  readonly #connections = new Map<string, { readonly since: string; readonly connection: Connection }>();
  #count = 0;

  get size(): number {
    return this.#connections.size;
  }

  /** A name for a connection, as "tap-3". */
  name(kind: ConnectionFacts["kind"]): string {
    this.#count += 1;
    return `${kind}-${this.#count}`;
  }

  add(id: string, connection: Connection): void {
    this.#connections.set(id, { since: new Date().toISOString(), connection });
  }

  remove(id: string): void {
    this.#connections.delete(id);
  }

  /** The roster as `GET /connections` shows it. */
  list(): object[] {
    return [...this.#connections].map(([id, { since, connection }]) => ({
      id,
      since,
      ...connection.facts(),
    }));
  }

  pingAll(): void {
    for (const { connection } of this.#connections.values()) connection.ping();
  }

  shutDownAll(): void {
    for (const { connection } of [...this.#connections.values()]) connection.shutDown();
  }
}
