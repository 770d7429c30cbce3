import type { JsonObject } from "../../wire/message.js";
import type { AgentCommand } from "./model/command.js";
import { plainerUpdates } from "./model/updates.js";

/** The same command of an agent, plainer, from the plainest on; what was valid stays so. */
export function plainerOfAgent(
  command: AgentCommand,
  isValid: (update: JsonObject) => boolean,
): readonly AgentCommand[] {
  switch (command.do) {
    case "update":
      return plainerUpdates(command, isValid);
    case "ask": {
      const plainId: AgentCommand[] = command.id === "number" ? [] : [{ ...command, id: "number" }];
      const plainPlace: AgentCommand[] = command.place === 0 ? [] : [{ ...command, place: 0 }];
      return [...plainId, ...plainPlace];
    }
    case "miss":
      return command.place === 0 ? [] : [{ ...command, place: 0 }];
    case "end":
      return command.how === "end_turn" ? [] : [{ ...command, how: "end_turn" }];
    default:
      return [];
  }
}
