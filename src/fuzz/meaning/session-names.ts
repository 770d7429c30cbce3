import type { Direction } from "../../wire/direction.js";

/** What one side calls a session, and what the other side calls it: one name each, and no name twice. */
export class SessionNames {
  readonly #toClient = new Map<string, string>();
  readonly #toAgent = new Map<string, string>();

  /** How the client calls the session to which the agent gave this id; the agent's own id where nothing is known. */
  ofClient(agentId: string): string {
    return this.#toClient.get(agentId) ?? agentId;
  }

  /**
   * What has to arrive where `said` was said and `heard` arrived; undefined where any name will do that stands for no
   * other session.
   */
  expected(direction: Direction, said: string, heard: string, isGiven: boolean): string | undefined {
    const known = direction === "a2c" ? this.#toClient.get(said) : this.#toAgent.get(said);
    if (known !== undefined && !isGiven) return known;
    const owner = direction === "a2c" ? this.#toAgent.get(heard) : this.#toClient.get(heard);
    // A session that nobody was told of may keep the name that it has.
    return owner === undefined || owner === said || heard === said ? undefined : said;
  }

  /** The agent's name for a session has become the client's. Only the agent names sessions: what it says is binding. */
  bind(agentId: string, clientId: string): void {
    const before = this.#toClient.get(agentId);
    if (before !== undefined) this.#toAgent.delete(before);
    this.#toClient.set(agentId, clientId);
    this.#toAgent.set(clientId, agentId);
  }
}
