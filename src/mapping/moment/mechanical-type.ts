const MOST_UNITS = 256;
const UNKNOWN = "x.acp.unknown.event";

/**
 * The event type of a name that the table does not list: `fs/read_text_file` is `x.acp.fs.read.text.file`,
 * `initialize` is `x.acp.initialize.event`.
 */
export function mechanicalType(name: string): string {
  const known = types.get(name);
  if (known !== undefined) return known;
  const type = typeOf(name);
  if (types.size < MOST_TYPES) types.set(name, type);
  return type;
}

/** Names come again with every frame, and there are few. */
const types = new Map<string, string>();
const MOST_TYPES = 256;

function typeOf(name: string): string {
  if (name.length > MOST_UNITS) return UNKNOWN;
  const segments = name
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .split(/[/_.]/)
    .map((segment) => segment.replace(/[^a-z0-9]/g, ""))
    .filter((segment) => segment !== "");
  const [first, second] = segments;
  if (first === undefined) return UNKNOWN;
  // "x.<vendor>.control.*" are commands, which have no place in a session's sequence (AEP-0004, 2.2).
  if (first === "control") segments.unshift("other");
  else if (second === undefined) segments.push("event");
  return `x.acp.${segments.join(".")}`;
}
