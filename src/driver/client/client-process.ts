import type { Socket } from "node:net";
import type { Policy } from "../client-policy.js";
import { TIMED_OUT, within } from "../deadline.js";
import { ProbeExchange } from "../probe/probe-exchange.js";
import { withAgent } from "../subject-argv.js";
import { SubjectProcess } from "../subject-process.js";
import { ClientConnection } from "./client-connection.js";

export interface ClientOptions {
  /** The client's command, with `{agent}` or `{agent-command}` where it takes the agent. */
  readonly argv: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** How long each wait may take, in milliseconds. */
  readonly timeoutMs: number;
  /** How the agent answers, for each start of the agent by its number from 0. */
  readonly policy: (start: number) => Policy;
  /** Its agent stays at the end of its input and at SIGTERM; without it, it leaves as agents do. */
  readonly lingers?: boolean;
}

/** A client under test: it is started with the probe agent as its agent, and each start of that is a connection. */
export class ClientProcess {
  readonly connections: ClientConnection[] = [];
  readonly timeoutMs: number;
  readonly #exchange: ProbeExchange;
  #subject: SubjectProcess | undefined;
  readonly #wake = new Set<() => void>();

  private constructor(exchange: ProbeExchange, timeoutMs: number) {
    this.#exchange = exchange;
    this.timeoutMs = timeoutMs;
  }

  /** Starts the client. A Fault `untestable` when its command cannot be started. */
  static async open(options: ClientOptions): Promise<ClientProcess> {
    const exchange = await ProbeExchange.open((socket) => client.#accept(socket, options));
    const client: ClientProcess = new ClientProcess(exchange, options.timeoutMs);
    try {
      await client.#start(options);
    } catch (error) {
      exchange.close();
      throw error;
    }
    return client;
  }

  get subject(): SubjectProcess {
    if (this.#subject === undefined) throw new Error("the client has not been started");
    return this.#subject;
  }

  /** Has the client ended, with nobody left to speak for it? */
  get isOver(): boolean {
    return this.subject.exit !== undefined && this.connections.every(({ isOpen }) => !isOpen);
  }

  /** Waits until `find` gives something; undefined when it did not before the client ended or the time was over. */
  async look<Found>(find: () => Found | undefined, ms: number = this.timeoutMs): Promise<Found | undefined> {
    const deadline = performance.now() + ms;
    for (;;) {
      const found = find();
      const left = deadline - performance.now();
      if (found !== undefined || left <= 0 || this.isOver) return found;
      await this.#changed(left);
    }
  }

  /** Lets the client go on until it ends, or until nothing has come from it for a while: some clients never end. */
  async rest(quietMs: number = QUIET_MS): Promise<void> {
    while (!this.isOver && (await this.#changed(quietMs)));
  }

  /** Ends the client and every agent that it started; afterwards the transcripts are complete. */
  async close(): Promise<void> {
    await this.subject.stop(CLOSE_GRACE_MS);
    for (const connection of this.connections) connection.cut();
    this.#exchange.close();
  }

  async #start({ argv, env }: ClientOptions): Promise<void> {
    const subject = await SubjectProcess.start({
      argv: withAgent(argv, this.#exchange.argv),
      ...(env === undefined ? {} : { env }),
    });
    this.#subject = subject;
    // Nobody types anything: a client that reads its stdin sees the end, as with </dev/null.
    subject.stdin.end();
    subject.stdout.resume();
    void subject.exited.then(() => this.#ring());
  }

  #accept(socket: Socket, { policy, lingers = false }: ClientOptions): void {
    this.connections.push(
      new ClientConnection(socket, this.subject, {
        timeoutMs: this.timeoutMs,
        policy: policy(this.connections.length),
        lingers,
        onChange: () => this.#ring(),
      }),
    );
    this.#ring();
  }

  #ring(): void {
    for (const wake of [...this.#wake]) wake();
  }

  /** Waits for the next change; false when there was none in time. */
  async #changed(ms: number): Promise<boolean> {
    let wake = (): void => undefined;
    const change = new Promise<void>((resolve) => {
      wake = resolve;
      this.#wake.add(resolve);
    });
    const isChanged = (await within(change, ms)) !== TIMED_OUT;
    this.#wake.delete(wake);
    return isChanged;
  }
}

/** When nothing has happened for so long, a client that still runs is left alone no longer. */
const QUIET_MS = 1500;
const CLOSE_GRACE_MS = 500;
