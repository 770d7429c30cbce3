import { Fault } from "../../fault.js";
import type { VendoredSchema } from "../vendored.js";

/** The id of the schema that follows the newest release of protocol version 1. */
const NEWEST = "v1";

/** The schema that drift is measured from. */
export function newestPinned(pinned: readonly VendoredSchema[]): VendoredSchema {
  const found = pinned.find(({ id }) => id === NEWEST);
  if (found === undefined)
    throw new Fault("usage", `Cannot use schema/lock.json: it has no entry "${NEWEST}"`);
  return found;
}
