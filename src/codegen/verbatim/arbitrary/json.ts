/** A JSON value in which an integer that a double cannot hold is a bigint, so that its text can be exact. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonMap;

export type JsonMap = { readonly [key: string]: Json };

/** A place in a value, as keys and indices. */
export type Path = readonly (string | number)[];

/** How strings are spelled: as they are, or in ASCII with `\u` escapes (RFC 8259, section 7, allows both). */
export type Spelling = "plain" | "ascii";

/** The largest integer up to which a double is exact. */
export const MOST_SAFE: bigint = BigInt(Number.MAX_SAFE_INTEGER);

/** An integer as a number where a double holds it exactly. */
export function exactInteger(value: bigint): number | bigint {
  return value >= -MOST_SAFE && value <= MOST_SAFE ? Number(value) : value;
}

/** Is this a JSON object? */
export function isMap(value: unknown): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value with another member at a place, or without it where the member is undefined. */
export function replaceAt(value: Json, path: Path, member: Json | undefined): Json {
  const [step, ...rest] = path;
  if (step === undefined) return member ?? null;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === step ? replaceAt(item, rest, member) : item));
  }
  if (!isMap(value)) return value;
  if (rest.length > 0 || member !== undefined) {
    return { ...value, [step]: replaceAt(value[step] ?? null, rest, member) };
  }
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== step));
}

/** The member at a place. */
export function valueAt(value: Json, path: Path): Json | undefined {
  return path.reduce<Json | undefined>((inner, step) => {
    if (Array.isArray(inner)) return inner[Number(step)];
    return isMap(inner) ? inner[step] : undefined;
  }, value);
}

/** The JSON text of a value; unlike `JSON.stringify` it keeps every digit, and the sign of -0. */
export function spell(value: Json, spelling: Spelling = "plain"): string {
  if (typeof value === "string") return spellText(value, spelling);
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : JSON.stringify(value);
  if (isMap(value)) {
    const members = Object.entries(value);
    return `{${members.map(([key, member]) => `${spellText(key, spelling)}:${spell(member, spelling)}`).join()}}`;
  }
  return Array.isArray(value)
    ? `[${value.map((item) => spell(item, spelling)).join()}]`
    : JSON.stringify(value);
}

function spellText(text: string, spelling: Spelling): string {
  const plain = JSON.stringify(text);
  if (spelling === "plain") return plain;
  return plain.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
