export const SECRET = "[REDACTED:secret]";

/** Replaces what looks like a credential. */
export function redactSecrets(text: string): string {
  let shown = text;
  for (const shape of SHAPES) shown = shown.replace(shape, SECRET);
  return shown.replace(ASSIGNMENT, (_, name: string) => `${name}${SECRET}`);
}

/**
 * Shapes of credentials. Each is linear in the text: what repeats without bound either ends in a match, which uses up
 * what it read, or begins only where no character of its own kind is in front.
 */
const SHAPES: readonly RegExp[] = [
  // A block that was cut has no end.
  /-----BEGIN [A-Z0-9 ]{1,64}-----[\s\S]*?(?:-----END [A-Z0-9 ]{1,64}-----|$)/g,
  /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  /(?<![A-Za-z0-9])bearer\s{1,8}[A-Za-z0-9._~+/=-]{8,}/gi,
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]*/g,
  /gh[pousr]_[A-Za-z0-9]{20,}/g,
  /github_pat_[A-Za-z0-9_]{20,}/g,
  /glpat-[A-Za-z0-9_-]{16,}/g,
  /xox[baprs]-[A-Za-z0-9-]{8,}/g,
  /(?<![A-Za-z0-9])sk-[A-Za-z0-9_-]{20,}/g,
  /AIza[A-Za-z0-9_-]{35}/g,
];

/**
 * A credential's name, `=` or `:`, and a value, with quotes or not; `==` compares and `::` qualifies. The name stays, the
 * value goes.
 */
const ASSIGNMENT: RegExp = new RegExp(
  [
    /((?:password|passwd|secret|api[ _-]?key|token|authorization)(?:\\?["'])?\s{0,8}[=:](?![=:>])\s{0,8})/,
    /(?:\[REDACTED:secret\]|\\?"(?:[^"\\\n]|\\[^"\n])*\\?"?|'[^'\n]*'?|(?:(?:basic|digest|token)[ \t]{1,8})?[^\s"',;&]+)/,
  ]
    .map(({ source }) => source)
    .join(""),
  "gi",
);

/** Is this the name of a field that holds a credential? */
export function isCredentialName(name: string): boolean {
  return CREDENTIAL.test(name.replace(/[^A-Za-z0-9]/g, "").toLowerCase());
}

const CREDENTIAL =
  /(?:password|passwd|passphrase|secret|apikey|token|authorization|cookie|credentials?|(?:private|access|secret)key)$/;
