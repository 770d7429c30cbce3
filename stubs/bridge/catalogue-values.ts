import { type BridgeStub, lineMutant, mutant } from "./stub-entry.js";

/** Defects that only an odd value, an odd message or an odd end brings to light. */
export const VALUE_MUTANTS: readonly BridgeStub[] = [
  lineMutant("loses-proto-key", "Drops the member `__proto__`."),
  lineMutant("drops-empty-keys", "Drops members whose key is empty."),
  lineMutant("drops-empty-containers", "Turns an empty object into null."),
  lineMutant("sorts-inner-keys", "Sorts the members of values in extension messages."),
  lineMutant("cuts-at-65000", "Cuts lines at 65,000 bytes.", 12),
  lineMutant("drops-non-objects", "Drops lines that are a number, a string, true, false or null.", 36),
  lineMutant("drops-bare-notifications", "Drops notifications without params."),
  lineMutant("swallows-dollar-methods", "Drops messages whose method begins with `$/`."),
  lineMutant("drops-stray-responses", "Drops responses to requests that it never saw."),
  lineMutant("drops-two-faced-responses", "Drops responses that have both a result and an error.", 61),
  lineMutant("tires-of-long-sessions", "Loses the 150th line of each direction."),
  mutant("outlives-with-open-output", "Stays, with its output open, after the agent has ended."),
];
