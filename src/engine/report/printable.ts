/**
 * Text in which everything that could steer a reader's terminal, or that XML cannot hold, is an escape: what a subject
 * wrote is shown, never obeyed. Control characters, line separators, the marks and isolates that turn the writing
 * direction, halves of a surrogate pair, and the two code points that are no characters.
 */
export function printable(text: string): string {
  return text.replace(STEERING, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

const STEERING =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
