import { setImmediate } from "node:timers/promises";
import type { ClientConnection } from "../../../driver/client/client-connection.js";
import { startClock } from "../../../driver/clock.js";
import { within } from "../../../driver/deadline.js";
import { Transcript } from "../../../driver/transcript.js";
import type { Waits } from "../../conversation/game.js";
import { residentMib } from "../../conversation/process-memory.js";
import type { Serves } from "../model/agent-model.js";
import type { AgentCommand, ClientTrial } from "../model/command.js";
import { commandsLeft } from "./commands-left.js";
import { type SettledByClient, settleTurn } from "./ending.js";
import { LiveAgent } from "./live-agent.js";
import type { ClientLoss, ClientPlayed } from "./played.js";
import { ServedClient } from "./served-client.js";

/** What playing a conversation takes. */
export interface ClientPlayOptions extends Waits {
  readonly argv: readonly string[];
  readonly serves: Serves;
}

/** An `await` only chooses the moment of what follows: after this long the moment is as good as another. */
const PATIENCE_MS = 1500;
/** Equal requests end when this much time has passed. */
const ASKS_MS = 20_000;
/** A client whose turn is over answers, or leaves; to die of a signal may take a while. */
const REST_MS = 5000;
/** The end of a process comes right behind that of what it wrote. */
const EXIT_GRACE_MS = 500;

/** Plays a conversation with a fresh client, to the end of the turn that it begins. */
export async function playClientTrial(trial: ClientTrial, options: ClientPlayOptions): Promise<ClientPlayed> {
  const stage = await ClientStage.open(options);
  try {
    await stage.playAll(trial.commands);
    return await stage.end(trial);
  } finally {
    await stage.close();
  }
}

/** One client with its agent. */
class ClientStage {
  readonly #client: ServedClient;
  readonly #agent: LiveAgent;
  readonly #options: ClientPlayOptions;
  readonly #memory: number[] = [];

  private constructor(client: ServedClient, agent: LiveAgent, options: ClientPlayOptions) {
    this.#client = client;
    this.#agent = agent;
    this.#options = options;
  }

  static async open(options: ClientPlayOptions): Promise<ClientStage> {
    const { argv, serves, waitMs } = options;
    const started: ClientConnection[] = [];
    let agent: LiveAgent | undefined;
    const client = await ServedClient.start({ argv, timeoutMs: waitMs }, (connection) => {
      started.push(connection);
      agent?.asked.listenTo(connection);
    });
    agent = new LiveAgent(client, serves);
    for (const connection of started) agent.asked.listenTo(connection);
    return new ClientStage(client, agent, options);
  }

  async playAll(commands: readonly AgentCommand[]): Promise<void> {
    for (const command of commands) {
      if (command.do === "offer") {
        this.#client.offers.add(command.what);
        continue;
      }
      if (command.do === "at") await this.#reach(command.moment);
      else if (this.#agent.connection === undefined) await this.#reach("prompt");
      if (this.#isOver || this.#agent.isDead) return;
      await this.#play(command);
    }
    if (this.#agent.connection === undefined) await this.#reach("prompt");
  }

  /** Ends the turn as a good agent does, and tells what there was to see. */
  async end(trial: ClientTrial): Promise<ClientPlayed> {
    const isInTurn = !this.#agent.isDead && !this.#agent.hasEndedTurn;
    if (isInTurn) await this.#reach("prompt");
    const { connection } = this.#agent;
    const settled =
      isInTurn && connection !== undefined && connection === this.#client.prompt?.connection
        ? await settleTurn(this.#client, this.#agent, connection, this.#options)
        : NOTHING_OWED;
    if (!isInTurn && connection !== undefined) await this.#rest(connection);
    const loss = await this.#loss(isInTurn);
    const leftRunning = await commandsLeft(this.#agent.asked.all);
    this.#agent.endTurn(this.#hasCancelled ? "cancelled" : "end_turn");
    const { connections, subject } = this.#client.process;
    const transcripts = connections.map(({ transcript }) => transcript);
    return {
      trial,
      transcripts,
      transcript: connection?.transcript ?? transcripts[0] ?? new Transcript(startClock(), undefined, "c2a"),
      loss,
      ...settled,
      asked: this.#agent.asked.all,
      files: this.#agent.files(),
      leftRunning,
      memory: this.#memory,
      lastWords: subject.stderrTail.trim().split("\n").at(-1) ?? "",
    };
  }

  /** Lets the client go the way it likes, and its agents as agents do: at the end of their input. */
  async close(): Promise<void> {
    const { process } = this.#client;
    await process.look(
      () => (process.connections.every(({ isOpen }) => !isOpen) ? true : undefined),
      LEAVE_MS,
    );
    for (const connection of process.connections) connection.exit(0);
    await process.close();
    this.#agent.clean();
  }

  /** Nothing more can be said to this client. */
  get #isOver(): boolean {
    const { connection } = this.#agent;
    return connection === undefined || !connection.isOpen || this.#client.process.isOver;
  }

  async #reach(moment: "initialize" | "session" | "prompt"): Promise<void> {
    const { startMs } = this.#options;
    this.#agent.connection = (await this.#client.until(moment, startMs)) ?? this.#agent.connection;
  }

  async #play(command: AgentCommand): Promise<void> {
    const { process } = this.#client;
    const { asked } = this.#agent;
    switch (command.do) {
      case "at":
        return;
      case "await":
        await process.look(() => (asked.open.length === 0 ? true : undefined), PATIENCE_MS);
        return;
      case "barrier": {
        const barrier = this.#agent.askPlainly("barrier");
        if (barrier !== undefined) await process.look(() => barrier.reply);
        return;
      }
      case "asks":
        await this.#asks(command.times);
        return;
      default:
        // A terminal has its id from the answer to the request for it.
        if (command.do === "ask" && isAboutTerminal(command.what))
          await process.look(
            () => (asked.open.every(({ what }) => !what.startsWith("run")) ? true : undefined),
            PATIENCE_MS,
          );
        this.#agent.act(command);
        // The answer to the prompt is written a moment after it was given; what follows stands behind it.
        if (command.do === "end") await setImmediate();
    }
  }

  async #asks(times: number): Promise<void> {
    const { process } = this.#client;
    const started = performance.now();
    for (let time = 0; time < times && performance.now() - started < ASKS_MS; time += 1) {
      const barrier = this.#agent.askPlainly("barrier");
      const reply = barrier && (await process.look(() => barrier.reply));
      const resident = residentMib(process.subject.pid);
      if (reply === undefined || resident === undefined) return;
      this.#memory.push(resident);
    }
  }

  /** Lets a client whose turn is over show what became of it: it goes on, or it goes. */
  async #rest(connection: ClientConnection): Promise<void> {
    const { process } = this.#client;
    const barrier = this.#agent.isDead ? undefined : this.#agent.askPlainly("barrier");
    await process.look(
      () => (barrier?.reply !== undefined || process.subject.exit !== undefined ? true : undefined),
      connection.isOpen ? REST_MS : EXIT_GRACE_MS,
    );
  }

  /** Is the client gone, although its turn goes on and nobody stopped it? Killed by a signal it may never be. */
  async #loss(isInTurn: boolean): Promise<ClientLoss | undefined> {
    const { process } = this.#client;
    const { connection, isInterrupted } = this.#agent;
    const isLost = process.subject.exit !== undefined || connection?.isOpen === false;
    if (!isLost) return undefined;
    await within(process.subject.exited, EXIT_GRACE_MS);
    const { exit } = process.subject;
    const isCrash = exit?.signal !== null && exit?.signal !== undefined && CRASHES.has(exit.signal);
    const isFreeToGo = !isInTurn || isInterrupted || this.#hasCancelled;
    return isFreeToGo && !isCrash ? undefined : { exit };
  }

  get #hasCancelled(): boolean {
    const frames = this.#agent.connection?.transcript.ofSubject() ?? [];
    return frames.some(
      ({ message }) => message.kind === "notification" && message.method === "session/cancel",
    );
  }
}

const NOTHING_OWED: SettledByClient = { unanswered: [], silentMs: undefined };

/** Signals that a process gets for what it did itself. */
const CRASHES: ReadonlySet<NodeJS.Signals> = new Set<NodeJS.Signals>([
  "SIGSEGV",
  "SIGABRT",
  "SIGBUS",
  "SIGILL",
  "SIGFPE",
  "SIGTRAP",
]);

function isAboutTerminal(what: string): boolean {
  return ["output", "wait", "kill", "release"].includes(what);
}

/** So long a client may take to leave by itself when its turn is over; many never do. */
const LEAVE_MS = 300;
