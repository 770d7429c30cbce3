/** How much of the content an event may show (AEP-0003, capture levels), least first. */
export const LEVELS = ["none", "metadata", "redacted", "full"] as const;

export type Level = (typeof LEVELS)[number];

/** Does this level show what needs the other one? */
export function shows(level: Level, needed: Level): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(needed);
}
