/**
 * Text in which everything that could steer a reader's terminal is an escape: what a subject wrote is shown, never
 * obeyed. Control characters, line separators, and the marks and isolates that turn the writing direction.
 */
export function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
