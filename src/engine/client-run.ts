import { type ClientOptions, ClientProcess } from "../driver/client/client-process.js";
import type { Protocol } from "../protocol/protocol.js";
import type { ClientFacts, ClientScenario, ClientStage, ClientSuite } from "./client-scenario.js";
import type { Verdict } from "./outcome.js";
import type { PassiveCheck } from "./scenario.js";
import {
  type Judged,
  judgeTwice,
  type Play,
  runSuite,
  type SuiteRunOptions,
  verdictsIn,
} from "./suite-run.js";
import { VerdictBook } from "./verdict-book.js";

/** What every stage of one run has in common. */
export interface ClientSetting {
  readonly argv: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly facts: ClientFacts;
  readonly protocol: Protocol;
  readonly timeoutMs: number;
}

export interface ClientRunOptions
  extends Pick<SuiteRunOptions<ClientScenario>, "isSelected" | "workers" | "signal" | "onScenario"> {
  readonly setting: ClientSetting;
  readonly suite: ClientSuite;
}

/** Plays every scenario that judges a selected requirement for a client, and joins what they saw. */
export async function runClientSuite({ setting, suite, ...options }: ClientRunOptions): Promise<Judged[]> {
  return await runSuite({
    ...options,
    ...suite,
    protocol: setting.protocol,
    play: playWith(setting),
    unseen: NOT_DONE,
  });
}

/** An agent cannot make a client do a thing, so what a client never did is a gap and no virtue. */
const NOT_DONE: Verdict = {
  kind: "not-tested",
  reason: "the client did nothing by itself that it speaks of",
};

/** Plays a scenario; if anything was violated, plays it once more in a fresh process to tell flaky from broken. */
export async function judgeClientScenario(
  scenario: ClientScenario,
  passive: readonly PassiveCheck[],
  setting: ClientSetting,
): Promise<Judged[]> {
  return await judgeTwice(scenario, passive, setting.protocol, playWith(setting));
}

/** What one performance of a scenario shows, with the passive checks on its traffic. */
export async function clientVerdictsOf(
  scenario: ClientScenario,
  passive: readonly PassiveCheck[],
  setting: ClientSetting,
): Promise<Map<string, Verdict>> {
  return await verdictsIn(scenario, passive, setting.protocol, playWith(setting));
}

function playWith(setting: ClientSetting): Play<ClientScenario> {
  return async (scenario) => {
    const performance = new ClientPerformance(setting, scenario);
    try {
      await scenario.run(performance);
    } finally {
      await performance.end();
    }
    performance.closeBook();
    const connections = performance.clients.flatMap((client) => client.connections);
    return { verdicts: performance.verdicts, transcripts: connections.map(({ transcript }) => transcript) };
  };
}

/** One performance of one scenario: its client processes and the verdicts it reached. */
class ClientPerformance extends VerdictBook implements ClientStage {
  readonly clients: ClientProcess[] = [];
  readonly #setting: ClientSetting;

  constructor(setting: ClientSetting, scenario: ClientScenario) {
    super(scenario);
    this.#setting = setting;
  }

  get facts(): ClientFacts {
    return this.#setting.facts;
  }

  get protocol(): Protocol {
    return this.#setting.protocol;
  }

  get timeoutMs(): number {
    return this.#setting.timeoutMs;
  }

  async start(
    policy: ClientOptions["policy"],
    options: Pick<ClientOptions, "lingers"> = {},
  ): Promise<ClientProcess> {
    const { argv, env, timeoutMs } = this.#setting;
    const client = await ClientProcess.open({
      argv,
      timeoutMs,
      policy,
      ...options,
      ...(env === undefined ? {} : { env }),
    });
    this.clients.push(client);
    return client;
  }

  async end(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.close()));
  }
}
