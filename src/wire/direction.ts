/**
 * Which way bytes travel: `c2a` from the client (editor) to the agent, `a2c` from the agent to the client.
 * The spelling is that of the trace format.
 */
export type Direction = "c2a" | "a2c";

/** The other way. */
export function opposite(direction: Direction): Direction {
  return direction === "c2a" ? "a2c" : "c2a";
}
