const DEEPEST = 10;

/**
 * JSON text with a line a member. It is never parsed and printed again, which would round its numbers and lose its
 * spelling: only space outside of strings changes.
 */
export function jsonLines(text: string): string {
  let depth = 0;
  let result = "";
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") {
      depth += 1;
      result += token + lineEnd(depth);
    } else if (token === "}" || token === "]") {
      depth = Math.max(0, depth - 1);
      result += lineEnd(depth) + token;
    } else if (token === ",") result += token + lineEnd(depth);
    else result += token === ":" ? ": " : token;
  }
  return result;
}

/** An empty container as one, a string, a mark, or whatever else stands between marks. Space is left out. */
const TOKEN = /\{\s*\}|\[\s*\]|"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;

function lineEnd(depth: number): string {
  return `\n${"  ".repeat(Math.min(depth, DEEPEST))}`;
}
