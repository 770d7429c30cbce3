import { type BridgeStub, lineMutant, mutant } from "./stub-entry.js";

/** Defects that hang on a number, a volume or a moment: for campaigns, which no fixed case replaces. */
export const CAMPAIGN_MUTANTS: readonly BridgeStub[] = [
  lineMutant("loses-coalesced-frame", "Loses the second frame where two writes have come as one."),
  mutant("corrupts-past-64k", "Spoils the byte behind the first 64 KiB of a direction."),
  lineMutant("swaps-two-sessions", "Files two updates in a chunk under each other's session."),
  lineMutant("leaks-late-log-line", "Writes a line of its own behind the agent's 500th."),
  lineMutant("loses-5000th-line", "Loses the 5000th line of each direction."),
  mutant("loses-chunk-after-silence", "Loses what comes after 300 ms of silence."),
  lineMutant("loses-open-line-at-death", "Loses an unterminated last line when the agent dies of a signal."),
  mutant(
    "shares-one-buffer",
    "Holds chunks of both directions in one buffer, so that one overwrites the other.",
  ),
  mutant("loses-split-cr", "Loses a carriage return at the end of a chunk."),
  mutant("loses-byte-of-full-read", "Loses the last byte of a read of 64 KiB."),
  mutant("overtakes-long-chunk", "Sends a read of 64 KiB behind the shorter one that follows it."),
  mutant("repeats-when-stalled", "Sends a chunk twice when its receiver did not read for 10 ms."),
  mutant("gives-up-in-silence", "Closes the agent's input after 400 ms without a word of the client's."),
  mutant("swallows-sigint", "Passes every signal on but SIGINT."),
  mutant(
    "forgives-death-after-eof",
    "Exits with 0 when its agent dies of a signal after the client has closed.",
  ),
  mutant("cuts-long-log", "Keeps only the first 64 KiB of what the agent logs."),
];
