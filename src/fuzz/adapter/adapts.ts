import { Fault } from "../../fault.js";

/** What version 2 can say to a client and version 1 cannot, as the pages about adapters name it. */
export const LOSSES = [
  "message-replacement",
  "message-clear",
  "message-patch",
  "tool-call-name-clear",
  "unknown-update",
  "unknown-content",
] as const;

export type Loss = (typeof LOSSES)[number];

/** The two protocol versions between which a bridge translates, and what it is documented to lose on the way. */
export interface Adapts {
  readonly client: 1;
  readonly agent: 2;
  readonly loses: readonly Loss[];
}

/** What a bridge that translates between two protocol versions declares: no level, since it changes what it passes on. */
export interface AdapterProfile {
  readonly adapts: Adapts;
  /** Rules, by check id, to which this bridge does not hold itself; the reason is shown. */
  readonly without: Readonly<Record<string, string>>;
}

type Given = Readonly<Record<string, unknown>>;

const PROFILE_KEYS: readonly string[] = ["adapts", "without"];
const ADAPTS_KEYS: readonly string[] = ["client", "agent", "loses"];

/** Reads a profile that has `adapts`; `place` is where it stands. A Fault `usage` when it cannot be judged. */
export function readAdapterProfile(given: Given, place: string): AdapterProfile {
  const stranger = Object.keys(given).find((key) => !PROFILE_KEYS.includes(key));
  if (stranger !== undefined) {
    throw unusable(place, `beside "adapts", "${stranger}" is not one of ${PROFILE_KEYS.join(", ")}`);
  }
  const { adapts } = given;
  if (!isObject(adapts)) throw unusable(place, '"adapts" is not an object of "client", "agent" and "loses"');
  return { adapts: readAdapts(adapts, place), without: readWithout(given["without"], place) };
}

/** Reads the member `without` of any profile: reasons by check id. */
export function readWithout(without: unknown = {}, place: string): AdapterProfile["without"] {
  if (isTextMap(without)) return without;
  throw unusable(place, '"without" is not an object of check id to reason');
}

function readAdapts(given: Given, place: string): Adapts {
  const { client, agent, loses = [] } = given;
  const stranger = Object.keys(given).find((key) => !ADAPTS_KEYS.includes(key));
  if (stranger !== undefined)
    throw unusable(place, `"${stranger}" in "adapts" is not one of ${ADAPTS_KEYS.join(", ")}`);
  if (client !== 1 || agent !== 2)
    throw unusable(
      place,
      'of adapters only those with "client": 1 and "agent": 2 are judged, since that is the way in which something is lost',
    );
  return { client, agent, loses: readLosses(loses, place) };
}

function readLosses(loses: unknown, place: string): readonly Loss[] {
  const isList = Array.isArray(loses);
  const known = isList ? LOSSES.filter((name) => loses.includes(name)) : [];
  if (isList && known.length === new Set(loses).size) return known;
  throw unusable(place, `"loses" is not a list of ${LOSSES.join(", ")}`);
}

function unusable(place: string, reason: string): Fault {
  return new Fault("usage", `Cannot use profile "${place}": ${reason}`);
}

function isTextMap(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((text) => typeof text === "string");
}

function isObject(value: unknown): value is Given {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
