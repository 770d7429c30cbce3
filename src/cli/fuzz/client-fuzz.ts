import { plainAgent } from "../../../conformance/client-scenarios/steps/agent.js";
import { clientTrafficChecks } from "../../../conformance/client-suite.js";
import { meetClient } from "../../engine/client-facts.js";
import type { Report } from "../../engine/report/report.js";
import { Fault } from "../../fault.js";
import { ClientGame } from "../../fuzz/client/client-game.js";
import { servesOf } from "../../fuzz/client/model/agent-model.js";
import { ClientTrials } from "../../fuzz/client/model/client-trials.js";
import { MEMORY } from "../../fuzz/client/oracles/life.js";
import { CLIENT_FUZZ_IDS, SAME_AGAIN } from "../../fuzz/client/oracles/sightings.js";
import { loadGrammar } from "../../fuzz/traffic/lines.js";
import { loadProtocol } from "../../protocol/load-protocol.js";
import { type ConversationFuzzOptions, fuzzConversations } from "./conversation-fuzz.js";
import { savedClientConversations } from "./saved-conversations.js";

/** Fuzzes a client with conversations of an agent, and gives the report of what it got wrong. */
export async function fuzzClient(options: ConversationFuzzOptions): Promise<Report> {
  const { subject, registry, schema, timeout, seed, depth } = options;
  const protocol = await loadProtocol(schema);
  const grammar = await loadGrammar(schema);
  const startedAt = new Date().toISOString();
  const { initialize, prompts } = await meetClient({
    argv: subject,
    timeoutMs: timeout,
    policy: () => plainAgent(),
  });
  if (!prompts)
    throw new Fault(
      "untestable",
      "Cannot fuzz the client: it began no turn by itself, and all is played in one",
    );
  const serves = servesOf(initialize);
  return await fuzzConversations(
    {
      game: new ClientGame({ argv: subject, serves, judges: { protocol, passive: clientTrafficChecks } }),
      trials: new ClientTrials({ serves, grammar, depth, seed }),
      saved: options.saved ? savedClientConversations(subject, registry) : [],
      rows: {
        ids: CLIENT_FUZZ_IDS,
        memory: { id: MEMORY, command: "command asks" },
        sameAgain: SAME_AGAIN,
        play: "client-conversation",
      },
      protocol,
      startedAt,
      subject: {
        role: "client",
        info: initialize["clientInfo"] ?? null,
        capabilities: initialize["clientCapabilities"] ?? null,
        protocolVersion: initialize["protocolVersion"] ?? null,
      },
    },
    options,
  );
}
