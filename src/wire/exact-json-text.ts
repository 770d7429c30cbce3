import type { ExactJson } from "./exact-json.js";

/**
 * The shortest JSON text of an exact value: numbers by their own lexeme, members in their order, duplicate keys and lone
 * surrogates kept. Iterative, as reading is.
 */
export function exactJsonText(value: ExactJson): string {
  const parts: string[] = [];
  /** What is still to be written, the next on top: text as it is, or a value. */
  const open: (string | ExactJson)[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "string") parts.push(next);
    else if (next.type === "array") open.push("]", ...listed(next.items.map((item) => [item])), "[");
    else if (next.type === "object") {
      const members = next.members.map(({ key, value: inner }) => [`${JSON.stringify(key)}:`, inner]);
      open.push("}", ...listed(members), "{");
    } else parts.push(scalarText(next));
  }
  return parts.join("");
}

/** The parts with commas between them, the last one first. */
function listed(parts: readonly (readonly (string | ExactJson)[])[]): (string | ExactJson)[] {
  const said = parts.flatMap((part, place) => (place === 0 ? part : [",", ...part]));
  return said.reverse();
}

function scalarText(value: ExactJson): string {
  switch (value.type) {
    case "string":
      return JSON.stringify(value.value);
    case "number":
      return value.raw;
    default:
      return value.type === "literal" ? String(value.value) : "";
  }
}
