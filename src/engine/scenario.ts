export type { Finding } from "./verdict-book.js";

import type { AgentConnection, ConnectionOptions } from "../driver/agent-connection.js";
import type { Transcript } from "../driver/transcript.js";
import type { Protocol } from "../protocol/protocol.js";
import type { JsonObject } from "../wire/message.js";
import type { Verdict } from "./outcome.js";
import type { Prompts } from "./script/prompts.js";
import type { Judge } from "./verdict-book.js";

/** What one handshake told of the agent before any scenario ran; it decides what applies. */
export interface AgentFacts {
  /** The whole initialize result. */
  readonly initialize: JsonObject;
  /** Sessions are given only to whoever has logged in. */
  readonly needsLogin?: boolean;
}

/** What the user of the harness allows it to do with their login. */
export interface Login {
  /** The auth method to log in with; without one nobody logs in. */
  readonly methodId?: string;
  /** May the harness log out again? That takes away the user's own login. */
  readonly mayLogout: boolean;
}

/** Nobody logs in or out. */
export const NO_LOGIN: Login = { mayLogout: false };

/** What a scenario works with. */
export interface AgentStage extends Judge {
  readonly facts: AgentFacts;
  readonly login: Login;
  readonly protocol: Protocol;
  /** An empty directory of this scenario's own, absolute. */
  readonly cwd: string;
  /** How long one wait may take, in milliseconds. */
  readonly timeoutMs: number;
  /** What to say to this agent to make it do something. */
  readonly prompts: Prompts;
  /** Does something behind the scenario, however that ends. */
  atEnd(act: () => void): void;
  /** Starts a fresh agent process; the stage ends it after the scenario. */
  connect(options?: Partial<ConnectionOptions>): Promise<AgentConnection>;
}

/** Drives a fresh agent through one situation and judges every requirement that shows in it. The agent is the subject. */
export interface AgentScenario {
  /** chapter/slug */
  readonly name: string;
  readonly judges: readonly string[];
  run(stage: AgentStage): Promise<void>;
}

/** Judges one requirement on the frames of any connection to a subject; `undefined` when it has nothing to say. */
export interface PassiveCheck {
  readonly id: string;
  /** Each frame is judged by itself, so one that a recording lacks changes nothing about the others. */
  readonly isLocal?: boolean;
  judge(transcript: Transcript, protocol: Protocol): Verdict | undefined;
}

/** Everything that `check` can run against an agent. */
export interface AgentSuite {
  readonly scenarios: readonly AgentScenario[];
  readonly passive: readonly PassiveCheck[];
}
