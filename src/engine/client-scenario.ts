import type { ClientOptions, ClientProcess } from "../driver/client/client-process.js";
import type { Protocol } from "../protocol/protocol.js";
import type { JsonObject } from "../wire/message.js";
import type { PassiveCheck } from "./scenario.js";
import type { Judge } from "./verdict-book.js";

/** What one look at the client told before any scenario ran. */
export interface ClientFacts {
  /** The whole params of its initialize request. */
  readonly initialize: JsonObject;
  /** It created or loaded a session by itself. */
  readonly opensSession: boolean;
  /** It sent a prompt by itself. */
  readonly prompts: boolean;
}

/** What a scenario for clients works with. */
export interface ClientStage extends Judge {
  readonly facts: ClientFacts;
  readonly protocol: Protocol;
  /** How long one wait may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Starts a fresh client whose agent answers by this policy; the stage ends it after the scenario. */
  start(policy: ClientOptions["policy"], options?: Pick<ClientOptions, "lingers">): Promise<ClientProcess>;
}

/** Plays an agent for a fresh client and judges every requirement that shows in it. The client is the subject. */
export interface ClientScenario {
  /** chapter/slug */
  readonly name: string;
  readonly judges: readonly string[];
  run(stage: ClientStage): Promise<void>;
}

/** Everything that `check` can run against a client. */
export interface ClientSuite {
  readonly scenarios: readonly ClientScenario[];
  readonly passive: readonly PassiveCheck[];
}
