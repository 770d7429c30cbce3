import { trafficChecks } from "../../../conformance/suite.js";
import { shakeHands } from "../../engine/agent-facts.js";
import { Fault } from "../../fault.js";
import { AGENT_FUZZ_IDS } from "../../fuzz/agent/oracles/oracles.js";
import { CANCELLED_UNASKED, LATE_UPDATES } from "../../fuzz/agent/oracles/sessions.js";
import { offersOf } from "../../fuzz/agent/play/offers.js";
import { failsCheck } from "../../fuzz/agent/saved-conversations.js";
import { isAgentTrial } from "../../fuzz/model/read-trial.js";
import { loadProtocol } from "../../protocol/load-protocol.js";
import { isSchemaId } from "../../protocol/schema-id.js";
import { DEFAULT_TIMEOUT_MS } from "../run-options.js";

/** Plays a saved conversation once, with an agent that may offer other things than the one that failed. */
export async function conversationFails(
  trial: unknown,
  checkId: string,
  schema: string,
  subject: readonly string[],
): Promise<boolean> {
  const ids = [...AGENT_FUZZ_IDS, CANCELLED_UNASKED, LATE_UPDATES, ...trafficChecks.map(({ id }) => id)];
  if (!ids.includes(checkId))
    throw new Fault("usage", `Cannot replay: this version has no check "${checkId}" of conversations`);
  if (!isAgentTrial(trial))
    throw new Fault("usage", "Cannot replay: the saved failure has no commands that can be played");
  if (!isSchemaId(schema)) throw new Fault("usage", `Cannot replay: this version has no schema "${schema}"`);
  const { facts, sessionNew } = await shakeHands({
    argv: subject,
    protocolVersion: 1,
    timeoutMs: DEFAULT_TIMEOUT_MS,
  });
  const sighting = await failsCheck(
    { checkId, played: trial },
    {
      argv: subject,
      offers: offersOf(facts.initialize, sessionNew),
      waitMs: DEFAULT_TIMEOUT_MS,
      judges: { protocol: await loadProtocol(schema), passive: trafficChecks },
      signal: new AbortController().signal,
    },
  );
  return sighting !== undefined;
}
