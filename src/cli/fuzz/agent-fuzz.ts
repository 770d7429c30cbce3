import { trafficChecks } from "../../../conformance/suite.js";
import { shakeHands } from "../../engine/agent-facts.js";
import type { Report } from "../../engine/report/report.js";
import { AgentGame } from "../../fuzz/agent/agent-game.js";
import { MEMORY } from "../../fuzz/agent/oracles/growth.js";
import { AGENT_FUZZ_IDS, SAME_AGAIN } from "../../fuzz/agent/oracles/oracles.js";
import { offersOf } from "../../fuzz/agent/play/offers.js";
import { AgentTrials } from "../../fuzz/model/agent-trials.js";
import { loadProtocol } from "../../protocol/load-protocol.js";
import { type ConversationFuzzOptions, fuzzConversations } from "./conversation-fuzz.js";
import { savedConversations } from "./saved-conversations.js";

/** Fuzzes an agent with conversations of the model, and gives the report of what it got wrong. */
export async function fuzzAgent(options: ConversationFuzzOptions): Promise<Report> {
  const { subject, registry, schema, timeout, seed, depth } = options;
  const protocol = await loadProtocol(schema);
  const startedAt = new Date().toISOString();
  const { facts, sessionNew, wantsLogin } = await shakeHands({
    argv: subject,
    protocolVersion: 1,
    timeoutMs: timeout,
  });
  const { initialize } = facts;
  const offers = offersOf(initialize, sessionNew);
  return await fuzzConversations(
    {
      game: new AgentGame({ argv: subject, offers, judges: { protocol, passive: trafficChecks } }),
      trials: new AgentTrials({ offers, depth, seed }),
      saved: options.saved ? savedConversations(subject, registry) : [],
      rows: {
        ids: AGENT_FUZZ_IDS,
        memory: { id: MEMORY, command: "command turns" },
        sameAgain: SAME_AGAIN,
        play: "conversation",
      },
      protocol,
      startedAt,
      subject: {
        role: "agent",
        info: initialize["agentInfo"] ?? null,
        capabilities: initialize["agentCapabilities"] ?? null,
        protocolVersion: initialize["protocolVersion"] ?? null,
      },
      // An agent that wants a login has no session, and without sessions nothing of what matters was asked.
      ...(wantsLogin ? { blockedBy: "authentication" } : {}),
    },
    options,
  );
}
