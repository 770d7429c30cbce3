/** What a member of a command has to be. */
export type Member = "count" | "text" | "object" | "payload" | ReadonlySet<string>;

/** The members of a command besides `do`. */
export type Members = Readonly<Record<string, Member>>;

/** One of these words. */
export function oneOf(...words: readonly string[]): Member {
  return new Set(words);
}

/** Does every command of this value have its members? */
export function isCommandOf(value: unknown, table: Readonly<Record<string, Members>>): boolean {
  if (!isRecord(value)) return false;
  const { commands } = value;
  return Array.isArray(commands) && commands.every((command) => isCommand(command, table));
}

function isCommand(value: unknown, table: Readonly<Record<string, Members>>): boolean {
  if (!isRecord(value) || typeof value["do"] !== "string" || !Object.hasOwn(table, value["do"])) return false;
  return Object.entries(table[value["do"]] ?? {}).every(([name, member]) => isMember(member, value[name]));
}

function isMember(member: Member, value: unknown): boolean {
  switch (member) {
    case "count":
      return Number.isSafeInteger(value) && Number(value) >= 0;
    case "text":
      return typeof value === "string";
    case "object":
      return isRecord(value);
    case "payload":
      return isRecord(value) && ["text", "b64", "fill"].some((key) => typeof value[key] === "string");
    default:
      return typeof value === "string" && member.has(value);
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
