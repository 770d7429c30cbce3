/**
 * Orders two keys by code point, as Python sorts strings. UTF-16 order differs where a surrogate meets U+E000 to U+FFFF:
 * an astral key comes last.
 */
export function byCodePoint(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  let at = 0;
  while (at < length && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  if (at === length) return left.length - right.length;
  // A difference in the second half of a pair is one of the whole characters.
  const start = at > 0 && isHighSurrogate(left.charCodeAt(at - 1)) ? at - 1 : at;
  return (left.codePointAt(start) ?? 0) - (right.codePointAt(start) ?? 0);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
