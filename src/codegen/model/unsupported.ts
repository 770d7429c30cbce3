import { Fault } from "../../fault.js";

/** A schema that this generator cannot represent: the fault that makes a surprising refresh visible. */
export function unsupported(place: string, reason: string): Fault {
  return new Fault("harness", `Cannot read schema at ${place}: ${reason}`);
}
