/** Whose behaviour a requirement constrains; `both` binds the agent and the client. */
export type Role = "agent" | "client" | "bridge";

/** How strongly: RFC 2119's words, or `info` for what the documents leave open (recorded, never failed). */
export type Level = "must" | "should" | "may" | "info";

/** One testable sentence of the protocol, of a bridge's promise or of the hazard corpus, in our own words. */
export interface Requirement {
  /** Stable id; a prefix of it is a selector. */
  readonly id: string;
  readonly role: Role | "both";
  readonly level: Level;
  /** The capability path in the initialize exchange that makes it apply, or null when it always applies. */
  readonly appliesWhen: string | null;
  readonly statement: string;
  /** Where the sentence stands: page and heading of docs/protocol/v1, or schema definition. */
  readonly citation: string;
  /** How the harness looks at it. */
  readonly observe: string;
  /** Ids of the ACP Test Compatibility Kit that ask for the same. */
  readonly tck?: readonly string[];
  /** Why no check will be written, from a closed list. */
  readonly excluded?: string;
}

/** Is the level our reading of a plain sentence, without an RFC 2119 word? Such a requirement only warns. */
export function isDeclarative(requirement: Requirement): boolean {
  return requirement.citation.includes("[declarative");
}

/** Does the requirement bind this role? */
export function binds(requirement: Requirement, role: Role): boolean {
  return requirement.role === role || (requirement.role === "both" && role !== "bridge");
}
