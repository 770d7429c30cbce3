const PLAIN = /[^"\\\u0000-\u001f]*/y;
const HEX4 = /[0-9a-fA-F]{4}/y;

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** Reads a JSON string at `at` (RFC 8259, section 7); lone surrogates are kept. Undefined when there is none. */
export function readString(text: string, at: number): { value: string; end: number } | undefined {
  if (text[at] !== '"') return undefined;
  let value = "";
  let place = at + 1;
  for (;;) {
    PLAIN.lastIndex = place;
    value += PLAIN.exec(text)?.[0] ?? "";
    place = PLAIN.lastIndex;
    const stop = text[place];
    if (stop === '"') return { value, end: place + 1 };
    if (stop !== "\\") return undefined;
    const letter = text[place + 1] ?? "";
    if (letter === "u") {
      HEX4.lastIndex = place + 2;
      const hex = HEX4.exec(text);
      if (hex === null) return undefined;
      value += String.fromCharCode(Number.parseInt(hex[0], 16));
      place += 6;
      continue;
    }
    const short = SHORT_ESCAPES[letter];
    if (short === undefined) return undefined;
    value += short;
    place += 2;
  }
}
