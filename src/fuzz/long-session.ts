import type { Buffer } from "node:buffer";
import type { Observation } from "../driver/sandwich/observation.js";
import { type Pair, streamsDifference } from "./bridge-verdict.js";
import { type Hazard, markText } from "./hazards/hazard.js";
import type { Difference } from "./oracle/compare.js";
import type { Profile } from "./profile.js";

/** What a session of many hazards says of each of them. */
export interface Attribution {
  /** Came through unchanged. */
  readonly sound: readonly string[];
  /** Differed in its own stretch of the streams. */
  readonly suspect: readonly string[];
  /** What differed in a suspect's own stretch at the declared level, if anything did there. */
  readonly differences: ReadonlyMap<string, Difference>;
  /** What each of them showed by itself. */
  readonly stretches: ReadonlyMap<string, Pair>;
  /** Its end was never seen: the session broke before or in it. */
  readonly unseen: readonly string[];
}

/**
 * Cuts both streams of both runs at the marks that end each hazard, and compares stretch by stretch at the level that it
 * asks for, else the declared one, so that one session tells which of its hazards came through.
 */
export function attribute(pair: Pair, hazards: readonly Hazard[], profile: Profile): Attribution {
  const ids = hazards.map(({ id }) => id);
  const direct = cutAll(pair.direct, ids);
  const through = cutAll(pair.through, ids);
  const sound: string[] = [];
  const suspect: string[] = [];
  const unseen: string[] = [];
  const differences = new Map<string, Difference>();
  const stretches = new Map<string, Pair>();
  // Meaning is kept in books of the whole session: they say that all came through, or not which of it.
  const isSame = pair.through.meaning === "the same";
  for (const { id, level } of hazards) {
    const wanted = direct.get(id);
    const found = through.get(id);
    if (wanted === undefined || found === undefined) {
      unseen.push(id);
      continue;
    }
    const stretch = { direct: wanted, through: found };
    stretches.set(id, stretch);
    const isBooked = profile.promise === "meaning";
    const difference = isBooked ? undefined : streamsDifference(stretch, level ?? profile.promise, profile);
    if (difference !== undefined) differences.set(id, difference);
    if (isBooked ? isSame : difference === undefined) sound.push(id);
    else suspect.push(id);
  }
  return { sound, suspect, differences, stretches, unseen };
}

/** Each hazard's stretch of both directions, where both have it. */
function cutAll(observation: Observation, ids: readonly string[]): Map<string, Observation> {
  const c2a = cut(observation.received.c2a, ids);
  const a2c = cut(observation.received.a2c, ids);
  const stretches = new Map<string, Observation>();
  for (const [id, fromClient] of c2a) {
    const fromAgent = a2c.get(id);
    if (fromAgent === undefined) continue;
    stretches.set(id, { ...observation, received: { c2a: fromClient, a2c: fromAgent } });
  }
  return stretches;
}

/** The stretches of one stream, each up to the end of the line that holds the hazard's mark. */
function cut(stream: Buffer, ids: readonly string[]): Map<string, Buffer> {
  const stretches = new Map<string, Buffer>();
  let start = 0;
  for (const id of ids) {
    const mark = stream.indexOf(`"${markText(id)}"`, start);
    if (mark === -1) break;
    const lineEnd = stream.indexOf(0x0a, mark);
    const end = lineEnd === -1 ? stream.length : lineEnd + 1;
    stretches.set(id, stream.subarray(start, end));
    start = end;
  }
  return stretches;
}
