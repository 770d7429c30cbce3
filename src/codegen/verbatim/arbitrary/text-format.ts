/** Texts that a string format allows and texts that it forbids. */
export interface FormatExamples {
  readonly right: readonly [string, ...string[]];
  readonly wrong: readonly [string, ...string[]];
}

/** Examples of the formats that the schemas name: RFC 3986, RFC 3339 and ECMA-262. The empty text is in one list too. */
const FORMATS: Readonly<Record<string, FormatExamples>> = {
  uri: {
    right: ["file:///a", "https://example.com/%E2%82%AC?q=1#top", "urn:isbn:0", "data:text/plain,a", "x:"],
    wrong: ["not a uri", "", "/relative", "http://a b", "https://example.com/é", "1http://a"],
  },
  "date-time": {
    right: [
      "2026-01-01T00:00:00Z",
      "2024-02-29T23:59:60.123456789Z",
      "1985-04-12t23:20:50.52z",
      "0000-01-01T00:00:00-23:59",
    ],
    wrong: [
      "yesterday",
      "",
      "2026-01-01",
      "2026-02-30T00:00:00Z",
      "2026-01-01T24:00:00Z",
      "2026-01-01T00:00:00",
    ],
  },
  regex: {
    right: ["^a$", "", "\\p{L}+", "(?<name>x)\\k<name>", "[^\\u{1F600}]"],
    wrong: ["(", "[", "a**", "\\u{110000}", "(?<n>a)(?<n>b)"],
  },
};

/** The examples of a format; one that is not known here must be noticed, not guessed. */
export function examplesOf(format: string): FormatExamples {
  const examples = FORMATS[format];
  if (examples === undefined) throw new Error(`Cannot generate texts: format "${format}" is unknown`);
  return examples;
}
