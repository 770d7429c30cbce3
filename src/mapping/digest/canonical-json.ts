import type { Json } from "../../wire/message.js";

interface Open {
  /** The sorted keys of an object; undefined for an array. */
  readonly keys: readonly string[] | undefined;
  readonly values: readonly Json[];
  at: number;
}

/**
 * The one text of a JSON value (RFC 8785): members by UTF-16 code units, no space, numbers as ECMAScript writes doubles.
 * What the RFC leaves open: half a surrogate pair is its escape, a number beyond the doubles is `null`. Iterative, so
 * that no depth of nesting makes it throw.
 */
export function canonicalJson(root: Json): string {
  const open: Open[] = [];
  let text = "";
  let value = root;
  for (;;) {
    if (typeof value === "object" && value !== null) {
      open.push(opened(value));
      text += Array.isArray(value) ? "[" : "{";
    } else {
      text += scalar(value);
    }
    const next = nextValue(open);
    text += next.text;
    if (next.value === undefined) return text;
    value = next.value;
  }
}

/** Closes what is finished and goes on to the next value; without one the text is complete. */
function nextValue(open: Open[]): { readonly text: string; readonly value?: Json } {
  let text = "";
  for (;;) {
    const last = open.at(-1);
    if (last === undefined) return { text };
    const value = last.values[last.at];
    if (last.at < last.values.length && value !== undefined) {
      if (last.at > 0) text += ",";
      const key = last.keys?.[last.at];
      if (key !== undefined) text += `${scalar(key)}:`;
      last.at += 1;
      return { text, value };
    }
    text += last.keys === undefined ? "]" : "}";
    open.pop();
  }
}

function opened(value: readonly Json[] | { readonly [key: string]: Json }): Open {
  if (Array.isArray(value)) return { keys: undefined, values: value, at: 0 };
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return { keys: members.map(([key]) => key), values: members.map(([, member]) => member), at: 0 };
}

function scalar(value: string | number | boolean | null): string {
  return JSON.stringify(value);
}
