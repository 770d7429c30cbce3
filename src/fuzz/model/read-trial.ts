import type { AgentTrial, Command } from "./command.js";

const WORDS: Readonly<Record<string, readonly string[]>> = {
  kind: ["short", "long", "file"],
  how: ["allow", "reject", "cancelled", "error", "twice"],
  id: ["number", "text", "again", "in-use", "theirs"],
  what: ["update", "request", "answer"],
  about: ["custom", "dollar", "idle-cancel", "late-withdrawal"],
};

/** The members that each command has besides `do`. */
const MEMBERS: Readonly<Record<Command["do"], readonly string[]>> = {
  new: ["session"],
  prompt: ["session", "kind"],
  cancel: ["session"],
  withdraw: ["session"],
  load: ["session"],
  resume: ["session"],
  close: ["session"],
  delete: ["session"],
  list: [],
  "set-mode": ["session", "place"],
  "set-option": ["session", "place"],
  hold: [],
  answer: ["session", "how"],
  ask: ["id"],
  tell: ["about"],
  stray: [],
  say: ["name", "payload"],
  await: ["session", "what"],
  barrier: [],
  turns: ["session", "times"],
};

/** Is this a conversation that can be played? A saved failure may come from another version, or from a person. */
export function isAgentTrial(value: unknown): value is AgentTrial {
  if (!isRecord(value)) return false;
  const { commands } = value;
  return Array.isArray(commands) && commands.every(isCommand);
}

function isCommand(value: unknown): value is Command {
  if (!isRecord(value) || typeof value["do"] !== "string" || !Object.hasOwn(MEMBERS, value["do"]))
    return false;
  const members = Object.entries(MEMBERS).find(([name]) => name === value["do"])?.[1] ?? [];
  return members.every((name) => isMember(name, value[name]));
}

function isMember(name: string, value: unknown): boolean {
  if (name === "name") return typeof value === "string";
  if (name === "payload")
    return isRecord(value) && ["text", "b64", "fill"].some((key) => typeof value[key] === "string");
  const words = WORDS[name];
  return words === undefined
    ? Number.isSafeInteger(value) && Number(value) >= 0
    : words.some((word) => word === value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
