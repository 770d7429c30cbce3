/**
 * The seed of one conversation of a campaign. Neighbouring seeds may give neighbouring numbers, so each conversation's own is
 * far from the next one's.
 */
export function conversationSeed(seed: number, number: number): number {
  return Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35);
}
