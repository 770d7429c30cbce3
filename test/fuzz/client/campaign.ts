import { fileURLToPath } from "node:url";
import { plainAgent } from "../../../conformance/client-scenarios/steps/agent.js";
import { clientTrafficChecks } from "../../../conformance/client-suite.js";
import { meetClient } from "../../../src/engine/client-facts.js";
import type { Depth } from "../../../src/fuzz/campaign/trials.js";
import { ClientGame } from "../../../src/fuzz/client/client-game.js";
import { servesOf } from "../../../src/fuzz/client/model/agent-model.js";
import { ClientTrials } from "../../../src/fuzz/client/model/client-trials.js";
import type { AgentCommand, ClientTrial } from "../../../src/fuzz/client/model/command.js";
import {
  type ConversationCampaignResult,
  runConversationCampaign,
} from "../../../src/fuzz/conversation/conversation-campaign.js";
import { loadGrammar } from "../../../src/fuzz/traffic/lines.js";
import { loadProtocol } from "../../../src/protocol/load-protocol.js";

/** How a campaign of a test differs from the usual one. */
export interface Setting {
  readonly depth?: Depth;
  readonly runs?: number;
  readonly waitMs?: number;
  readonly shard?: { readonly index: number; readonly count: number };
  /** The campaign ends with its first finding: what comes after takes minutes and tells nothing of a mutant. */
  readonly endsAtFirst?: boolean;
  /** Played instead of those of the depth. */
  readonly trials?: readonly ClientTrial[];
}

/** The argv of the raw client with one behaviour. */
export function rawClient(name: string): string[] {
  return [
    process.execPath,
    fileURLToPath(new URL("../../../stubs/client/main.js", import.meta.url)),
    name,
    "{agent}",
  ];
}

/** A campaign of at most 200 conversations at seed 1. */
export async function clientCampaign(
  argv: readonly string[],
  { depth = "full", runs = 200, waitMs = 3000, endsAtFirst = false, trials, ...setting }: Setting = {},
): Promise<ConversationCampaignResult<AgentCommand>> {
  const { initialize } = await meetClient({ argv, timeoutMs: 30_000, policy: () => plainAgent() });
  const serves = servesOf(initialize);
  const end = new AbortController();
  return await runConversationCampaign({
    game: new ClientGame({
      argv,
      serves,
      judges: { protocol: await loadProtocol("v1"), passive: clientTrafficChecks },
    }),
    waitMs,
    signal: end.signal,
    onTrial: (_, findings) => {
      if (endsAtFirst && findings.some(({ isFlaky }) => !isFlaky)) end.abort();
    },
    shrinkMs: 60_000,
    trials:
      trials === undefined
        ? new ClientTrials({ serves, grammar: await loadGrammar("v1"), depth, seed: 1 })
        : { count: trials.length, at: (number) => trials[number] },
    shard: setting.shard ?? { index: 0, count: 1 },
    runs,
    forMs: 600_000,
    workers: 2,
  });
}
