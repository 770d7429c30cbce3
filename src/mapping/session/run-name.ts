import type { Json } from "../../wire/message.js";
import { canonicalJson } from "../digest/canonical-json.js";
import type { Sha256 } from "../digest/digest.js";
import type { MappingState } from "./memory/state.js";

const LONGEST = 64;

/**
 * The name of the run that this prompt request begins; it comes once in a state, however a client uses its ids again.
 * Numbers that rise, as most clients count, stay as they are: `r7`. All others get the run's place behind them: `sabc.3`.
 */
export function nextRunName(state: MappingState, id: Json, idKey: string, sha256: Sha256): string {
  state.runs += 1;
  if (typeof id === "number" && Number.isSafeInteger(id) && id > state.highestRunId) {
    state.highestRunId = id;
    return `r${id}`;
  }
  return `${baseName(id, idKey, sha256)}.${state.runs}`;
}

function baseName(id: Json, idKey: string, sha256: Sha256): string {
  if (typeof id === "number") return `r${numberText(id, idKey)}`;
  if (typeof id !== "string") return String(id);
  const encoded = id.replace(/[^A-Za-z0-9-]/g, escapeUnit);
  return `s${encoded.length <= LONGEST ? encoded : sha256(canonicalJson(id)).slice(0, 32)}`;
}

/** A number that a double does not hold is known by its exact key only. */
function numberText(id: number, idKey: string): string {
  return (Number.isSafeInteger(id) ? String(id) : idKey.slice("n:".length)).replaceAll("+", "");
}

/** Without the flag u, a pattern meets code units, and so does this. */
function escapeUnit(unit: string): string {
  return `_${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
