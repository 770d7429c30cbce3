const OUTSIDE = /[^\u0020\u0021\u0023-\u005b\u005d-\u007e]/;
const ALL_OUTSIDE = new RegExp(OUTSIDE, "g");

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** A string in canonical form: its quotes, and every UTF-16 unit outside 0x20 to 0x7E as an escape in lower case. */
export function canonicalString(value: string): string {
  return OUTSIDE.test(value) ? `"${value.replace(ALL_OUTSIDE, escapeOf)}"` : `"${value}"`;
}

function escapeOf(unit: string): string {
  return SHORT_ESCAPES[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
