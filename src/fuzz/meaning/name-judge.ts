import type { Direction } from "../../wire/direction.js";
import type { ExactJson } from "../../wire/exact-json.js";
import { readRequestId } from "../../wire/request-id.js";
import { type Name, type NameKind, textOf } from "./names.js";
import { isSameId, isSpelledAlike, type OpenRequests } from "./open-requests.js";
import type { Rewrite } from "./rewrite.js";
import type { SessionNames } from "./session-names.js";
import { isDue, type Told } from "./told.js";

/** The value that has to arrive, or "any" where the bridge may choose it. */
export type Expectation = ExactJson | "any";

const REWRITE_OF: Readonly<Record<NameKind, Rewrite>> = {
  id: "ids",
  ours: "ids",
  theirs: "ids",
  session: "sessionIds",
  cwd: "cwd",
  capabilities: "capabilities",
};

/** Says what a name has to be on the other side of a bridge that may rewrite some kinds of names. */
export class NameJudge {
  readonly #rewrites: readonly Rewrite[];
  readonly #requests: OpenRequests;
  readonly #sessions: SessionNames;

  constructor(rewrites: readonly Rewrite[], requests: OpenRequests, sessions: SessionNames) {
    this.#rewrites = rewrites;
    this.#requests = requests;
    this.#sessions = sessions;
  }

  expected(direction: Direction, told: Told, name: Name, heard: ExactJson): Expectation {
    if (!this.#rewrites.includes(REWRITE_OF[name.kind])) return name.value;
    switch (name.kind) {
      case "id":
        return this.#id(told, name, heard);
      case "ours":
        return isDue(told) ? (told.cancels?.asked ?? name.value) : "any";
      case "theirs":
        return this.#theirs(name.value) ?? "any";
      case "session":
        return this.#session(direction, name, heard);
      case "cwd":
        return name.value.type === "string" && heard.type === "string" ? "any" : name.value;
      case "capabilities":
        return "any";
    }
  }

  /** What the client calls its request that the agent names; undefined where nobody can tell which one is meant. */
  #theirs(value: ExactJson): ExactJson | undefined {
    const named = this.#requests.fromAsked("c2a", value);
    return named.find(({ asked }) => asked !== undefined && isSpelledAlike(asked, value))?.asker;
  }

  /** An answer bears the id under which it was asked for; a request any that no other open one of its side bears. */
  #id({ asks, answers }: Told, { value }: Name, heard: ExactJson): Expectation {
    if (answers !== undefined) return answers.asker;
    if (asks === undefined) return value;
    if (readRequestId(heard).type === "other") return value;
    const others = this.#requests.fromAsked(asks.direction, heard);
    const isTaken = others.some((other) => other !== asks && !isSameId(other.asker, asks.asker));
    return isTaken ? { type: "string", value: "", raw: "an id that no open request bears" } : "any";
  }

  #session(direction: Direction, { value, isGiven = false, isLoose = false }: Name, heard: ExactJson) {
    const [said, found] = [textOf(value), textOf(heard)];
    if (said === undefined || found === undefined || (isLoose && said === found)) {
      return said === found && said !== undefined ? "any" : value;
    }
    const expected = this.#sessions.expected(direction, said, found, isGiven);
    const raw = JSON.stringify(expected);
    return expected === undefined ? "any" : ({ type: "string", value: expected, raw } as const);
  }
}
