import type { Row } from "../mutants.js";

/** What each mutant of stubs/agent/v2 is caught at, by name: a scenario, and exactly what it breaks there, without `acp.v2.`. */
export const mutantsTwo: Readonly<Record<string, Row>> = {
  nameless: ["initialize/versions", "init.info-required"],
  "old-capability-name": ["initialize/versions", "init.capabilities-field"],
  "offers-old": ["initialize/versions", "init.fallback-latest"],
  "boolean-marker": ["initialize/versions", "init.markers-are-objects"],
  "wants-servers": ["session/new", "session.new-mcp-optional"],
  "wants-arrays": ["session/new", "session.new-null-tolerated"],
  "skips-servers": ["session/new", "session.new-strict-lists"],
  "takes-any-transport": ["session/new", "mcp.unsupported-transport"],
  "wants-args": ["session/new", "mcp.optional-lists"],
};
