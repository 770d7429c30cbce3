import type { Socket } from "node:net";
import type { Frame } from "../wire/frame.js";
import { AgentConnection } from "./agent-connection.js";
import { ClientConnection } from "./client/client-connection.js";
import type { Policy } from "./client-policy.js";
import { within } from "./deadline.js";
import { ProbeExchange } from "./probe/probe-exchange.js";
import { Bell } from "./sandwich/bell.js";
import { withAgent } from "./subject-argv.js";

/** What a conversation with both sides of a process in the middle takes. */
export interface BothSidesOptions {
  /** The command of what stands in the middle, with or without `{agent}`. */
  readonly argv: readonly string[];
  /** How long each wait may take, in milliseconds. */
  readonly timeoutMs: number;
  /** How the agent answers, the same at each of its starts. */
  readonly agentPolicy: Policy;
}

/** What one start of the agent heard. */
export interface Heard {
  readonly agent: ClientConnection;
  readonly frame: Frame;
}

/** A process in the middle that is spoken to on both sides in whole messages: a client here, an agent there. */
export class BothSides {
  /** The side on which the harness is the client. */
  readonly client: AgentConnection;
  /** The sides on which it is the agent, one for each start of the agent. */
  readonly agents: ClientConnection[] = [];
  readonly #exchange: ProbeExchange;
  readonly #bell = new Bell();
  readonly #stderrEnd: Promise<unknown>;
  #isClosed = false;

  private constructor(client: AgentConnection, exchange: ProbeExchange) {
    this.client = client;
    this.#exchange = exchange;
    this.#stderrEnd = new Promise((resolve) => client.subject.stderr.once("close", resolve));
    void client.subject.exited.then(() => this.#bell.ring());
  }

  /** Starts what stands in the middle. A Fault `untestable` when its command cannot be started. */
  static async open({ argv, timeoutMs, agentPolicy: policy }: BothSidesOptions): Promise<BothSides> {
    // The agent may dial back before its start is reported.
    const early: Socket[] = [];
    let take = (socket: Socket): void => void early.push(socket);
    const exchange = await ProbeExchange.open((socket) => take(socket));
    let client: AgentConnection;
    try {
      client = await AgentConnection.open({ argv: withAgent(argv, exchange.argv), timeoutMs });
    } catch (error) {
      exchange.close();
      throw error;
    }
    const sides = new BothSides(client, exchange);
    take = (socket) => {
      const onChange = (): void => sides.#bell.ring();
      sides.agents.push(new ClientConnection(socket, client.subject, { timeoutMs, policy, onChange }));
    };
    early.forEach(take);
    return sides;
  }

  /** Waits for a frame at any start of the agent; undefined when none came in time. */
  async atAgent(matches: (frame: Frame) => boolean): Promise<Heard | undefined> {
    await this.#bell.until(
      () => this.#find(matches) !== undefined,
      () => this.client.subject.exit !== undefined,
      this.client.timeoutMs,
    );
    return this.#find(matches);
  }

  /** Ends all of it as a good client and a good agent do; afterwards the transcripts are complete. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.client.endInput();
    await this.#bell.until(
      () => this.agents.every(({ isOpen }) => !isOpen),
      () => this.client.subject.exit !== undefined,
      CLOSE_GRACE_MS,
    );
    for (const agent of this.agents) agent.exit(0);
    // What it has to say to its last breath is read before its pipes are cut.
    await within(this.#stderrEnd, CLOSE_GRACE_MS);
    await this.client.close();
    for (const agent of this.agents) agent.cut();
    this.#exchange.close();
  }

  #find(matches: (frame: Frame) => boolean): Heard | undefined {
    for (const agent of this.agents) {
      const frame = agent.transcript.ofSubject().find(matches);
      if (frame !== undefined) return { agent, frame };
    }
    return undefined;
  }
}

/** How long a process in the middle may take to hand the end of its input on, and then to end. */
const CLOSE_GRACE_MS = 1000;
