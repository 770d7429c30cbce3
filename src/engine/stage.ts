import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentConnection, type ConnectionOptions } from "../driver/agent-connection.js";
import { Fault } from "../fault.js";
import type { Protocol } from "../protocol/protocol.js";
import { type AgentFacts, type AgentScenario, type AgentStage, type Login, NO_LOGIN } from "./scenario.js";
import { Prompts } from "./script/prompts.js";
import type { Script } from "./script/script.js";
import { VerdictBook } from "./verdict-book.js";

/** What every stage of one run has in common. */
export interface StageSetting {
  readonly argv: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly facts: AgentFacts;
  readonly protocol: Protocol;
  readonly timeoutMs: number;
  /** What makes this agent do what scenarios want, where generic prompts do not. */
  readonly script?: Script;
  readonly login?: Login;
}

/** One performance of one scenario: its processes, its directory and the verdicts it reached. */
export class Performance extends VerdictBook implements AgentStage {
  readonly facts: AgentFacts;
  readonly login: Login;
  readonly protocol: Protocol;
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly prompts: Prompts;
  readonly connections: AgentConnection[] = [];
  readonly #setting: StageSetting;
  readonly #endings: (() => void)[] = [];

  private constructor(setting: StageSetting, scenario: AgentScenario, cwd: string) {
    super(scenario);
    this.facts = setting.facts;
    this.login = setting.login ?? NO_LOGIN;
    this.protocol = setting.protocol;
    this.timeoutMs = setting.timeoutMs;
    this.prompts = new Prompts(setting.script);
    this.cwd = cwd;
    this.#setting = setting;
  }

  /** Plays the scenario to its end and ends its processes; what it could not judge is `not-tested` with the reason. */
  static async play(setting: StageSetting, scenario: AgentScenario): Promise<Performance> {
    const cwd = await makeDirectory();
    const performance = new Performance(setting, scenario, cwd);
    try {
      await scenario.run(performance);
    } finally {
      for (const act of performance.#endings) act();
      await Promise.all(performance.connections.map((connection) => connection.close()));
      await rm(cwd, { recursive: true, force: true });
    }
    performance.closeBook();
    return performance;
  }

  atEnd(act: () => void): void {
    this.#endings.push(act);
  }

  async connect(options: Partial<ConnectionOptions> = {}): Promise<AgentConnection> {
    const { argv, env } = this.#setting;
    // Spawned where the user is, since argv may hold relative paths; the session's directory is another one on purpose.
    const connection = await AgentConnection.open({
      argv,
      timeoutMs: this.timeoutMs,
      ...(env === undefined ? {} : { env }),
      ...options,
    });
    this.connections.push(connection);
    return connection;
  }
}

/** An empty directory for one performance, by its real path: agents compare paths as texts. */
export async function makeDirectory(): Promise<string> {
  try {
    return await realpath(await mkdtemp(join(tmpdir(), "acp-assay-")));
  } catch (error) {
    throw new Fault("usage", `Cannot make a directory in "${tmpdir()}": ${String(error)}`, { cause: error });
  }
}
