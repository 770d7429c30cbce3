import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentConnection } from "../../../driver/agent-connection.js";
import { within } from "../../../driver/deadline.js";
import { Fault } from "../../../fault.js";
import type { Frame } from "../../../wire/frame.js";
import { isJsonObject } from "../../../wire/message.js";
import { residentMib } from "../../conversation/process-memory.js";
import type { Offers } from "../../model/client-model.js";
import type { AgentTrial, Awaited, Command } from "../../model/command.js";
import { type Settled, settle } from "./ending.js";
import { CLIENT_CAPABILITIES, holdingPolicy } from "./held-requests.js";
import { LiveClient, type LiveSession } from "./live-client.js";
import type { Played } from "./played.js";

/** What playing a conversation takes. */
export interface PlayOptions {
  readonly argv: readonly string[];
  readonly offers: Offers;
  /** How long one wait may take, in milliseconds. */
  readonly waitMs: number;
  /** How long the agent may take to start and to answer initialize, in milliseconds; like any wait when left out. */
  readonly startMs?: number;
  /** How long an open request is waited for once its turn was cancelled, in milliseconds; like any wait when left out. */
  readonly graceMs?: number;
}

/** An `await` only chooses the moment of what follows: after this long the moment is as good as another. */
const PATIENCE_MS = 1500;
/** Equal turns end when this much time has passed: what an agent takes for a turn is its own affair. */
const TURNS_MS = 20_000;

const GONE: Settled = { unanswered: [], silentMs: undefined, endedMs: 0 };

/** Plays a conversation with a fresh agent, from its initialize to the end of its last request. */
export async function playTrial(trial: AgentTrial, options: PlayOptions): Promise<Played> {
  const { argv, offers, waitMs, startMs = waitMs, graceMs = waitMs } = options;
  const cwd = await makeDirectory();
  const connection = await AgentConnection.open({ argv, timeoutMs: waitMs, policy: holdingPolicy });
  try {
    const client = new LiveClient(connection, offers, cwd);
    const stage = new Stage(connection, client);
    await initialize(connection, client, startMs);
    for (const command of trial.commands) {
      if (stage.isOver) break;
      await stage.play(command);
    }
    const settled = stage.isOver ? GONE : await settle(connection, client, graceMs);
    // The end of the output comes first, the exit that explains it right behind.
    const isClosed = connection.subject.stdout.closed;
    if (isClosed) await within(connection.subject.exited, waitMs);
    const { exit } = connection.subject;
    return {
      trial,
      transcript: connection.transcript,
      exit,
      isOutputClosed: isClosed && exit === undefined,
      ...settled,
      asked: client.asked.all,
      sessions: new Map([...client.sessions].map(([number, { id }]) => [id, number])),
      memory: stage.memory,
      lastWords: connection.subject.stderrTail.trim().split("\n").at(-1) ?? "",
    };
  } finally {
    await connection.close();
    await rm(cwd, { recursive: true, force: true });
  }
}

/** A process that only starts slowly is waited for, whatever the hurry is afterwards. */
async function initialize(connection: AgentConnection, client: LiveClient, startMs: number): Promise<void> {
  const started = performance.now();
  const { frame } = client.asked.begin("initialize", {
    protocolVersion: 1,
    clientCapabilities: CLIENT_CAPABILITIES,
    clientInfo: { name: "acp-assay", version: "0" },
  });
  do {
    const reply = await connection.replyTo(frame);
    if (reply.kind !== "silence" || connection.subject.stdout.closed) return;
  } while (performance.now() - started < startMs);
}

/** Plays commands one after the other. */
class Stage {
  readonly memory: number[] = [];
  readonly #connection: AgentConnection;
  readonly #client: LiveClient;

  constructor(connection: AgentConnection, client: LiveClient) {
    this.#connection = connection;
    this.#client = client;
  }

  /** Nothing more can be said to this agent. */
  get isOver(): boolean {
    const { stdout, exit } = this.#connection.subject;
    return stdout.closed || exit !== undefined;
  }

  async play(command: Command): Promise<void> {
    switch (command.do) {
      case "await": {
        const session = this.#client.sessions.get(command.session);
        if (session !== undefined) await this.#wait(session, command.what);
        return;
      }
      case "barrier":
        await this.#client.asked.request("_acp-assay/barrier", {});
        return;
      case "turns": {
        const session = this.#client.sessions.get(command.session);
        if (session !== undefined) await this.#turns(session, command.session, command.times);
        return;
      }
      default:
        await this.#client.act(command);
    }
  }

  async #wait(session: LiveSession, what: Awaited): Promise<void> {
    const { last } = session;
    if (last === undefined || last.reply !== undefined || (what === "answer" && session.isEndless)) return;
    const isSign = (frame: Frame): boolean =>
      last.reply !== undefined || (what !== "answer" && isOf(frame, session.id, what));
    await within(this.#connection.frame(isSign, last.frame.number), PATIENCE_MS);
  }

  async #turns(session: LiveSession, number: number, times: number): Promise<void> {
    const { subject } = this.#connection;
    const started = performance.now();
    for (let time = 0; time < times && performance.now() - started < TURNS_MS; time += 1) {
      const turn = this.#client.prompt(session, number, "short");
      const reply = await this.#connection.replyTo(turn.frame);
      const resident = residentMib(subject.pid);
      if (reply.kind === "silence" || resident === undefined) return;
      this.memory.push(resident);
    }
  }
}

/** Is this an update, or a request, of the session's turn? */
function isOf({ message }: Frame, sessionId: string, what: "update" | "request"): boolean {
  if (message.kind !== (what === "update" ? "notification" : "request")) return false;
  return isJsonObject(message.params) && message.params["sessionId"] === sessionId;
}

/** An empty directory for the sessions of one conversation, by its real path: agents compare paths as texts. */
async function makeDirectory(): Promise<string> {
  try {
    return await realpath(await mkdtemp(join(tmpdir(), "acp-assay-")));
  } catch (error) {
    throw new Fault("usage", `Cannot make a directory in "${tmpdir()}": ${String(error)}`, { cause: error });
  }
}
