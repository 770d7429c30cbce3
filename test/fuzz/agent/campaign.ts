import { fileURLToPath } from "node:url";
import { trafficChecks } from "../../../conformance/suite.js";
import { shakeHands } from "../../../src/engine/agent-facts.js";
import { AgentGame } from "../../../src/fuzz/agent/agent-game.js";
import { offersOf } from "../../../src/fuzz/agent/play/offers.js";
import type { Depth } from "../../../src/fuzz/campaign/trials.js";
import {
  type ConversationCampaignResult,
  runConversationCampaign,
} from "../../../src/fuzz/conversation/conversation-campaign.js";
import { AgentTrials } from "../../../src/fuzz/model/agent-trials.js";
import type { AgentTrial, Command } from "../../../src/fuzz/model/command.js";
import { loadProtocol } from "../../../src/protocol/load-protocol.js";

/** How a campaign of a test differs from the usual one. */
export interface Setting {
  readonly depth?: Depth;
  readonly seed?: number;
  readonly workers?: number;
  readonly runs?: number;
  readonly waitMs?: number;
  /** Played instead of those of the depth. */
  readonly trials?: readonly AgentTrial[];
  readonly shard?: { readonly index: number; readonly count: number };
}

/** The argv of a scripted agent with one behaviour. */
export function rawAgent(name: string): string[] {
  return [
    process.execPath,
    fileURLToPath(new URL("../../../stubs/agent/raw/main.js", import.meta.url)),
    name,
  ];
}

/** A campaign of at most 200 conversations at seed 1, as the issue asks for it. */
export async function campaign(
  argv: readonly string[],
  setting: Setting = {},
): Promise<ConversationCampaignResult<Command>> {
  const { depth = "full", seed = 1, workers = 2, runs = 200, waitMs = 3000, trials } = setting;
  const { facts, sessionNew } = await shakeHands({ argv, protocolVersion: 1, timeoutMs: 10_000 });
  const offers = offersOf(facts.initialize, sessionNew);
  return await runConversationCampaign({
    game: new AgentGame({
      argv,
      offers,
      judges: { protocol: await loadProtocol("v1"), passive: trafficChecks },
    }),
    waitMs,
    signal: new AbortController().signal,
    shrinkMs: 30_000,
    trials:
      trials === undefined
        ? new AgentTrials({ offers, depth, seed })
        : { count: trials.length, at: (number) => trials[number] },
    shard: setting.shard ?? { index: 0, count: 1 },
    runs,
    forMs: 600_000,
    workers,
  });
}
