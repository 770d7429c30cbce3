import { plainAgent } from "../../../conformance/client-scenarios/steps/agent.js";
import { clientTrafficChecks } from "../../../conformance/client-suite.js";
import { trafficChecks } from "../../../conformance/suite.js";
import { shakeHands } from "../../engine/agent-facts.js";
import { meetClient } from "../../engine/client-facts.js";
import { Fault } from "../../fault.js";
import { AgentGame } from "../../fuzz/agent/agent-game.js";
import { AGENT_FUZZ_IDS } from "../../fuzz/agent/oracles/oracles.js";
import { CANCELLED_UNASKED, LATE_UPDATES } from "../../fuzz/agent/oracles/sessions.js";
import { offersOf } from "../../fuzz/agent/play/offers.js";
import { ClientGame } from "../../fuzz/client/client-game.js";
import { servesOf } from "../../fuzz/client/model/agent-model.js";
import { isClientTrial } from "../../fuzz/client/model/read-trial.js";
import { CLIENT_FUZZ_IDS } from "../../fuzz/client/oracles/sightings.js";
import type { AnyCommand, Conversation, Game } from "../../fuzz/conversation/game.js";
import { failsCheck } from "../../fuzz/conversation/saved-conversations.js";
import { isAgentTrial } from "../../fuzz/model/read-trial.js";
import { loadProtocol } from "../../protocol/load-protocol.js";
import type { Protocol } from "../../protocol/protocol.js";
import { isSchemaId } from "../../protocol/schema-id.js";
import { DEFAULT_TIMEOUT_MS } from "../run-options.js";

const AGENT_IDS = [...AGENT_FUZZ_IDS, CANCELLED_UNASKED, LATE_UPDATES, ...trafficChecks.map(({ id }) => id)];
const CLIENT_IDS = [...CLIENT_FUZZ_IDS, ...clientTrafficChecks.map(({ id }) => id)];

/** Plays a saved conversation once, with an agent that may offer other things than the one that failed. */
export async function conversationFails(
  trial: unknown,
  checkId: string,
  schema: string,
  subject: readonly string[],
): Promise<boolean> {
  requireCheck(AGENT_IDS, checkId);
  if (!isAgentTrial(trial)) throw unplayable();
  const protocol = await requireProtocol(schema);
  const { facts, sessionNew } = await shakeHands({
    argv: subject,
    protocolVersion: 1,
    timeoutMs: DEFAULT_TIMEOUT_MS,
  });
  const offers = offersOf(facts.initialize, sessionNew);
  const judges = { protocol, passive: trafficChecks };
  return await fails(new AgentGame({ argv: subject, offers, judges }), trial, checkId);
}

/** The same with a client, which may serve other things than the one that failed. */
export async function clientConversationFails(
  trial: unknown,
  checkId: string,
  schema: string,
  subject: readonly string[],
): Promise<boolean> {
  requireCheck(CLIENT_IDS, checkId);
  if (!isClientTrial(trial)) throw unplayable();
  const protocol = await requireProtocol(schema);
  const { initialize } = await meetClient({
    argv: subject,
    timeoutMs: DEFAULT_TIMEOUT_MS,
    policy: () => plainAgent(),
  });
  const judges = { protocol, passive: clientTrafficChecks };
  return await fails(new ClientGame({ argv: subject, serves: servesOf(initialize), judges }), trial, checkId);
}

async function fails<Command extends AnyCommand>(
  game: Game<Command>,
  played: Conversation<Command>,
  checkId: string,
): Promise<boolean> {
  const { signal } = new AbortController();
  return (await failsCheck({ checkId, played }, { game, waitMs: DEFAULT_TIMEOUT_MS, signal })) !== undefined;
}

function requireCheck(known: readonly string[], checkId: string): void {
  if (!known.includes(checkId))
    throw new Fault("usage", `Cannot replay: this version has no check "${checkId}" of conversations`);
}

async function requireProtocol(schema: string): Promise<Protocol> {
  if (!isSchemaId(schema)) throw new Fault("usage", `Cannot replay: this version has no schema "${schema}"`);
  return await loadProtocol(schema);
}

function unplayable(): Fault {
  return new Fault("usage", "Cannot replay: the saved failure has no commands that can be played");
}
