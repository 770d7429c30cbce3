import { type AgentCommand, isOddOfAgent } from "./command.js";
import { isFuture } from "./updates.js";

/** Does the agent write by this what the schema does not have, and is to do so? */
export function isOffSchema(command: AgentCommand): boolean {
  switch (command.do) {
    case "update":
      return isFuture(command);
    case "ask":
      return command.what === "unknown";
    case "tell":
      return command.about === "unknown";
    default:
      return isOddOfAgent(command);
  }
}
