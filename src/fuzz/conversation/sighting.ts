import type { Frame } from "../../wire/frame.js";

/** Something that a subject should not have done, in one conversation. */
export interface Sighting {
  /** The check that it speaks against. */
  readonly checkId: string;
  /** What it is, whatever led there: a smaller conversation has to show the same. */
  readonly family: string;
  readonly expected: string;
  readonly actual: string;
  /** The few frames that show it. */
  readonly frames: readonly Frame[];
}

/** Did it show by nothing coming for a while? A slow subject looks the same to somebody in a hurry. */
export function isAboutTime({ family }: Pick<Sighting, "family">): boolean {
  return family === "hang" || family.startsWith("lost ");
}

/** Each family once, as it was seen first. */
export function eachFamilyOnce(sightings: readonly Sighting[]): Sighting[] {
  return sightings.filter(
    ({ family }, place) => sightings.findIndex((other) => other.family === family) === place,
  );
}
