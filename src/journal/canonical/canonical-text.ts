import { CanonicalScanner } from "./canonical-scanner.js";

/** How a number's lexeme is spelled in canonical form. */
export type NumberSpelling = (lexeme: string) => string;

// One for all: its lists are as long as the largest frame needs, and nothing waits inside a scan.
const scanner = new CanonicalScanner();

/**
 * The canonical form of a JSON text: keys sorted by code point at every level, of equal keys the last, no space, all
 * outside 0x20 to 0x7E escaped, numbers as they were spelled. It is what the journal hashes; it is ASCII.
 *
 * The text has to be JSON (JSON.parse has accepted it): this looks for what it must change, not for mistakes.
 */
export function canonicalText(text: string, spell?: NumberSpelling): string {
  return scanner.text(text, spell);
}

/** The members `"key":value` of a JSON text that is an object, each in canonical form, in canonical order, by key. */
export function canonicalMembers(text: string, spell?: NumberSpelling): ReadonlyMap<string, string> {
  return scanner.members(text, spell);
}
