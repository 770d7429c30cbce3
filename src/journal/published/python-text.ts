import type { ExactJson } from "../../wire/exact-json.js";
import { canonicalString } from "../canonical/canonical-string.js";
import { pythonNumber } from "../canonical/python-number.js";

/**
 * A value as Python's json.dumps prints it by default: `, ` and `: ` between tokens, keys where they first stood, of equal
 * keys the last value, all outside ASCII escaped.
 */
export function pythonText(value: ExactJson): string {
  switch (value.type) {
    case "object": {
      const members = new Map<string, ExactJson>();
      for (const member of value.members) members.set(member.key, member.value);
      return `{${[...members].map(([key, inner]) => `${canonicalString(key)}: ${pythonText(inner)}`).join(", ")}}`;
    }
    case "array":
      return `[${value.items.map(pythonText).join(", ")}]`;
    case "string":
      return canonicalString(value.value);
    case "number":
      return pythonNumber(value.raw);
    case "literal":
      return String(value.value);
  }
}
