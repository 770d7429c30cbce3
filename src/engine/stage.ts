import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentConnection, type ConnectionOptions } from "../driver/agent-connection.js";
import { Fault } from "../fault.js";
import type { Protocol } from "../protocol/protocol.js";
import type { Frame } from "../wire/frame.js";
import { heavier, type Verdict } from "./outcome.js";
import type { AgentFacts, AgentScenario, AgentStage, Finding } from "./scenario.js";

/** What every stage of one run has in common. */
export interface StageSetting {
  readonly argv: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly facts: AgentFacts;
  readonly protocol: Protocol;
  readonly timeoutMs: number;
}

/** One performance of one scenario: its processes, its directory and the verdicts it reached. */
export class Performance implements AgentStage {
  readonly facts: AgentFacts;
  readonly protocol: Protocol;
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly verdicts: Map<string, Verdict> = new Map<string, Verdict>();
  readonly connections: AgentConnection[] = [];
  readonly #setting: StageSetting;
  readonly #scenario: AgentScenario;

  private constructor(setting: StageSetting, scenario: AgentScenario, cwd: string) {
    this.facts = setting.facts;
    this.protocol = setting.protocol;
    this.timeoutMs = setting.timeoutMs;
    this.cwd = cwd;
    this.#setting = setting;
    this.#scenario = scenario;
  }

  /** Plays the scenario to its end and ends its processes; what it could not judge is `not-tested` with the reason. */
  static async play(setting: StageSetting, scenario: AgentScenario): Promise<Performance> {
    const cwd = await makeDirectory();
    const performance = new Performance(setting, scenario, cwd);
    try {
      await scenario.run(performance);
    } finally {
      await Promise.all(performance.connections.map((connection) => connection.close()));
      await rm(cwd, { recursive: true, force: true });
    }
    for (const id of scenario.judges) {
      if (!performance.verdicts.has(id)) {
        performance.notTested(id, `the scenario ${scenario.name} ended before it could be judged`);
      }
    }
    return performance;
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

  holds(id: string): void {
    this.#judge(id, { kind: "holds" });
  }

  violated(id: string, { expected, actual, frames = [] }: Finding): void {
    const known = frames.filter((frame): frame is Frame => frame !== undefined);
    this.#judge(id, { kind: "violated", expected, actual, frames: known });
  }

  expect(id: string, condition: boolean, finding: () => Finding): void {
    if (condition) this.holds(id);
    else this.violated(id, finding());
  }

  recorded(id: string, message: string): void {
    this.#judge(id, { kind: "recorded", message });
  }

  notApplicable(id: string, reason: string): void {
    this.#judge(id, { kind: "not-applicable", reason });
  }

  notTested(id: string, reason: string): void {
    this.#judge(id, { kind: "not-tested", reason });
  }

  vacuous(id: string, reason: string): void {
    this.#judge(id, { kind: "vacuous", reason });
  }

  #judge(id: string, verdict: Verdict): void {
    if (!this.#scenario.judges.includes(id)) {
      throw new Fault(
        "harness",
        `Cannot judge "${id}": the scenario ${this.#scenario.name} does not list it`,
      );
    }
    const before = this.verdicts.get(id);
    this.verdicts.set(id, before === undefined ? verdict : heavier(before, verdict));
  }
}

/** An empty directory for one performance, by its real path: agents compare paths as texts. */
async function makeDirectory(): Promise<string> {
  try {
    return await realpath(await mkdtemp(join(tmpdir(), "acp-assay-")));
  } catch (error) {
    throw new Fault("usage", `Cannot make a directory in "${tmpdir()}": ${String(error)}`, { cause: error });
  }
}
