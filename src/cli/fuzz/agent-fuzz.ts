import { trafficChecks } from "../../../conformance/suite.js";
import { type Handshake, shakeHands } from "../../engine/agent-facts.js";
import { assembleReport } from "../../engine/report/assemble.js";
import type { Report } from "../../engine/report/report.js";
import { Fault } from "../../fault.js";
import { type AgentCampaignResult, runAgentCampaign } from "../../fuzz/agent/agent-campaign.js";
import { offersOf } from "../../fuzz/agent/play/offers.js";
import { playSavedConversations } from "../../fuzz/agent/saved-conversations.js";
import { AgentTrials } from "../../fuzz/model/agent-trials.js";
import { loadProtocol } from "../../protocol/load-protocol.js";
import { keepFailures, runFacts } from "../run-facts.js";
import { agentFuzzRows } from "./agent-rows.js";
import type { FuzzOptions } from "./bridge-fuzz.js";
import { savedConversations } from "./saved-conversations.js";

/** What `fuzz --role agent` is asked to do; how far it has come is told in the terms of sessions and frames. */
export type AgentFuzzOptions = Omit<FuzzOptions, "toxics" | "promise">;

const SHRINK_MS = 30_000;

/** Fuzzes an agent with conversations of the model, and gives the report of what it got wrong. */
export async function fuzzAgent(options: AgentFuzzOptions): Promise<Report> {
  const { subject, registry, schema, timeout, seed, depth, signal, workers, shard, onSession } = options;
  const protocol = await loadProtocol(schema);
  const startedAt = new Date().toISOString();
  const handshake = await shakeHands({ argv: subject, protocolVersion: 1, timeoutMs: timeout });
  const { initialize } = handshake.facts;
  const offers = offersOf(initialize, handshake.sessionNew);
  const looking = {
    argv: subject,
    offers,
    waitMs: timeout,
    judges: { protocol, passive: trafficChecks },
    signal,
    shrinkMs: SHRINK_MS,
  };
  const saved = options.saved ? savedConversations(subject, registry) : [];
  const known = await playSavedConversations(saved, looking);
  const result = await runAgentCampaign({
    ...looking,
    trials: new AgentTrials({ offers, depth, seed }),
    shard,
    runs: options.runs ?? Number.POSITIVE_INFINITY,
    forMs: options.for,
    workers,
    known,
    ...(onSession === undefined
      ? {}
      : {
          onTrial: ({ conversations, frames, covered }, findings) =>
            onSession({ sessions: conversations, frames, covered }, findings),
        }),
  });
  const { conversations, covered } = result.statistics;
  if (conversations === 0 && !signal.aborted)
    throw new Fault(
      "usage",
      "Nothing to fuzz: no conversation of this depth, shard and number of runs is left",
    );
  const findings = [...known, ...result.findings];
  const checks = agentFuzzRows({ findings, conversations, covered }, registry, (rows, playOf) =>
    keepFailures(rows, playOf, options),
  );
  const blockedBy = whyBlocked(handshake, result, signal);
  return assembleReport({
    ...runFacts(options, startedAt, protocol),
    subject: {
      argv: subject,
      role: "agent",
      info: initialize["agentInfo"] ?? null,
      capabilities: initialize["agentCapabilities"] ?? null,
      protocolVersion: initialize["protocolVersion"] ?? null,
    },
    checks,
    coverage: {
      depth,
      ...result.statistics,
      scenarioHash: result.scenarioHash,
      givenUp: result.isGivenUp,
      saved: { played: saved.length, failed: known.length },
    },
    ...(blockedBy === undefined ? {} : { blockedBy }),
  });
}

/** An agent that wants a login has no session, and without sessions nothing of what matters was asked. */
function whyBlocked(
  { wantsLogin }: Handshake,
  { blockedBy }: AgentCampaignResult,
  signal: AbortSignal,
): string | undefined {
  if (signal.aborted) return "interrupted";
  return wantsLogin ? "authentication" : blockedBy;
}
