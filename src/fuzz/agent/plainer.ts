import type { Command } from "../model/command.js";

/** The same command of a client, plainer, from the plainest on. */
export function plainerThan(command: Command): Command[] {
  switch (command.do) {
    case "prompt": {
      const kinds = ["short", "long", "file"] as const;
      return kinds.slice(0, kinds.indexOf(command.kind)).map((kind) => ({ ...command, kind }));
    }
    case "answer":
      return command.how === "allow" ? [] : [{ ...command, how: "allow" }];
    case "set-mode":
    case "set-option":
      return command.place === 0 ? [] : [{ ...command, place: 0 }];
    default:
      return [];
  }
}
