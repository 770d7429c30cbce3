import { readString } from "./json-string.js";

/**
 * A JSON value that lost nothing: numbers keep their lexeme, objects keep member order and duplicate keys, strings
 * keep lone surrogates. Containers are plain nodes so that nesting depth is bounded by memory, not by the call stack.
 */
export type ExactJson =
  | { readonly type: "object"; readonly members: readonly ExactMember[] }
  | { readonly type: "array"; readonly items: readonly ExactJson[] }
  | { readonly type: "string"; readonly value: string; readonly raw: string }
  | { readonly type: "number"; readonly raw: string }
  | { readonly type: "literal"; readonly value: true | false | null };

/** One `"key": value` of an object, in the order of the text. */
export interface ExactMember {
  readonly key: string;
  readonly value: ExactJson;
}

type OpenContainer =
  | { readonly type: "object"; readonly members: ExactMember[]; key: string }
  | { readonly type: "array"; readonly items: ExactJson[] };

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;

/**
 * Reads exactly one JSON text (RFC 8259), or returns undefined when the text is not JSON. Iterative, so 20,000 levels
 * of nesting are read like any other text.
 */
export function parseExactJson(text: string): ExactJson | undefined {
  const open: OpenContainer[] = [];
  let at = skipSpace(text, 0);
  for (;;) {
    const opener = text[at];
    let value: ExactJson;
    if (opener === "{" || opener === "[") {
      const inside = skipSpace(text, at + 1);
      const isEmpty = text[inside] === (opener === "{" ? "}" : "]");
      if (!isEmpty) {
        at = inside;
        if (opener === "[") {
          open.push({ type: "array", items: [] });
          continue;
        }
        const key = readKey(text, at);
        if (key === undefined) return undefined;
        open.push({ type: "object", members: [], key: key.key });
        at = key.end;
        continue;
      }
      value = opener === "{" ? { type: "object", members: [] } : { type: "array", items: [] };
      at = inside + 1;
    } else {
      const scalar = readScalar(text, at);
      if (scalar === undefined) return undefined;
      value = scalar.value;
      at = scalar.end;
    }

    // The value is complete: hand it to its container, and close every container that ends here.
    for (;;) {
      at = skipSpace(text, at);
      const parent = open.at(-1);
      if (parent === undefined) return at === text.length ? value : undefined;
      if (parent.type === "array") parent.items.push(value);
      else parent.members.push({ key: parent.key, value });
      const next = text[at];
      if (next === ",") {
        at = skipSpace(text, at + 1);
        if (parent.type === "object") {
          const key = readKey(text, at);
          if (key === undefined) return undefined;
          parent.key = key.key;
          at = key.end;
        }
        break;
      }
      if (next !== (parent.type === "object" ? "}" : "]")) return undefined;
      value = parent.type === "array" ? parent : { type: "object", members: parent.members };
      open.pop();
      at += 1;
    }
  }
}

/** The value of the last member with this key, as JSON.parse would choose it. */
export function memberOf(value: ExactJson, key: string): ExactJson | undefined {
  return value.type === "object" ? value.members.findLast((member) => member.key === key)?.value : undefined;
}

function skipSpace(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.exec(text);
  return SPACE.lastIndex;
}

/** Reads `"key" :` and returns the key and the place where its value starts. */
function readKey(text: string, at: number): { key: string; end: number } | undefined {
  const key = readString(text, at);
  if (key === undefined) return undefined;
  const colon = skipSpace(text, key.end);
  return text[colon] === ":" ? { key: key.value, end: skipSpace(text, colon + 1) } : undefined;
}

function readScalar(text: string, at: number): { value: ExactJson; end: number } | undefined {
  if (text[at] === '"') {
    const string = readString(text, at);
    if (string === undefined) return undefined;
    return {
      value: { type: "string", value: string.value, raw: text.slice(at, string.end) },
      end: string.end,
    };
  }
  for (const [word, value] of LITERALS) {
    if (text.startsWith(word, at)) return { value: { type: "literal", value }, end: at + word.length };
  }
  NUMBER.lastIndex = at;
  const number = NUMBER.exec(text);
  return number === null ? undefined : { value: { type: "number", raw: number[0] }, end: NUMBER.lastIndex };
}

const LITERALS = [
  ["true", true],
  ["false", false],
  ["null", null],
] as const;
