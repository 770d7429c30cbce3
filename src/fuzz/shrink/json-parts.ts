/** A part of a JSON text that can go: from `start` to `end`, with the comma that separates it. */
export interface JsonPart {
  readonly start: number;
  readonly end: number;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/gs;

interface Open {
  /** Where its present member or item begins. */
  start: number;
  /** The comma in front of the present one, if any. */
  comma: number | undefined;
  readonly isObject: boolean;
}

/** All members and items of a JSON text that can be left out, each by itself, the longest first. */
export function removableParts(text: string): JsonPart[] {
  const parts: JsonPart[] = [];
  const open: Open[] = [];
  const close = (top: Open, end: number, isFollowed: boolean): void => {
    if (text.slice(top.start, end).trim() === "") return;
    if (isFollowed) parts.push({ start: top.start, end: end + 1 });
    else parts.push({ start: top.comma ?? top.start, end });
  };
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const top = open.at(-1);
    if (token === "{" || token === "[") {
      open.push({ start: index + 1, comma: undefined, isObject: token === "{" });
    } else if (token === "}" || token === "]") {
      if (top === undefined) return [];
      close(top, index, false);
      open.pop();
    } else if (token === "," && top !== undefined) {
      close(top, index, true);
      top.start = index + 1;
      top.comma = index;
    }
  }
  return parts.sort((left, right) => right.end - right.start - (left.end - left.start));
}

/** The text without one part. */
export function withoutPart(text: string, { start, end }: JsonPart): string {
  return text.slice(0, start) + text.slice(end);
}
