const WIDTH = 150;

/** A JavaScript literal of plain data: on one line where it fits, one member a line where it does not. */
export function literal(value: unknown, indent: number = 0): string {
  const flat = flatLiteral(value);
  if (flat.length + indent <= WIDTH || typeof value !== "object" || value === null) return flat;
  const pad = " ".repeat(indent + 2);
  const end = " ".repeat(indent);
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => `${pad}${literal(item, indent + 2)},\n`).join("")}${end}]`;
  }
  const members = Object.entries(value).map(
    ([key, member]) => `${pad}${keyLiteral(key)}: ${literal(member, indent + 2)},\n`,
  );
  return `{\n${members.join("")}${end}}`;
}

function flatLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flatLiteral).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${keyLiteral(key)}: ${flatLiteral(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** An object key, quoted only where it must be. */
export function keyLiteral(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}
