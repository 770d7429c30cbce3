import { BYTE_MUTANTS } from "./catalogue-bytes.js";
import { CAMPAIGN_MUTANTS } from "./catalogue-campaign.js";
import { FRAME_MUTANTS } from "./catalogue-frames.js";
import { PROCESS_MUTANTS } from "./catalogue-processes.js";
import { VALUE_MUTANTS } from "./catalogue-values.js";
import { type BridgeStub, other } from "./stub-entry.js";

/** The bridges that must pass every check. */
export const CONTROLS: readonly BridgeStub[] = [
  other("transparent", "control", "A relay without a defect."),
  other("rechunks", "control", "Passes the same bytes on in other pieces, of 1 to 7 bytes."),
  other("slow-start", "control", "Starts its agent 300 ms late."),
  other("delays-each-chunk", "control", "Passes each chunk on 25 ms late."),
];

/** Programs that somebody may take for a bridge. */
export const NO_BRIDGES: readonly BridgeStub[] = [
  other("one-way", "not a bridge", "Carries the client's bytes to the agent and nothing back."),
  other("echoes-input", "not a bridge", "Sends the client its own bytes back and starts no agent."),
  other("never-starts-agent", "not a bridge", "Reads to the end, says nothing and starts no agent."),
  other("dies-at-start", "not a bridge", "Exits with code 1 before it has started an agent."),
];

/** The bridges with one defect each. */
export const MUTANTS: readonly BridgeStub[] = [
  ...BYTE_MUTANTS,
  ...FRAME_MUTANTS,
  ...VALUE_MUTANTS,
  ...PROCESS_MUTANTS,
];

/** Every program of this folder that takes the place of a bridge. */
export const BRIDGE_STUBS: readonly BridgeStub[] = [
  ...CONTROLS,
  ...MUTANTS,
  ...CAMPAIGN_MUTANTS,
  ...NO_BRIDGES,
];
