import { isJsonObject, type Json, type JsonObject } from "../../../../src/wire/message.js";
import { type BehaviourTwo, mutant, type OverridesTwo } from "../behaviour.js";
import { answering, changeResult, obey, without } from "../change.js";

/** Mutants that break a rule of config options or of commands. */
export const optionMutants: readonly BehaviourTwo[] = [
  mutant(
    "sets-anything",
    "a value that no option has is set",
    answering("session/set_config_option", async (params, agent) => {
      const session = agent.sessions.get(String(params["sessionId"]));
      if (session === undefined || params["type"] !== "id" || params["configId"] !== "model")
        return await obey("session/set_config_option", params, agent);
      session.model = String(params["value"]);
      return { result: { configOptions: session.options() } };
    }),
  ),
  mutant(
    "half-sets",
    "a value that is refused is set all the same",
    answering("session/set_config_option", async (params, agent) => {
      const answer = await obey("session/set_config_option", params, agent);
      const session = agent.sessions.get(String(params["sessionId"]));
      if (session !== undefined) session.model = "large";
      return answer === "silence" || "error" in answer || session === undefined
        ? answer
        : { result: { configOptions: session.options() } };
    }),
  ),
  mutant(
    "old-option-id",
    "an option has its id under the name of version 1",
    onOptions((option) => ({ ...without(option, "configId"), id: "model" })),
  ),
  mutant(
    "old-group-id",
    "a group has its id under the name of version 1",
    onOptions((option) => ({
      ...option,
      options: [{ group: "all", name: "All", options: [{ value: "small", name: "Small" }] }],
    })),
  ),
  mutant(
    "unlisted-value",
    "the current value is not among the values",
    onOptions((option) => ({ ...option, currentValue: "huge" })),
  ),
  mutant("value-twice", "a value stands in two groups", {
    ...onOptions((option) => {
      const groups = Array.isArray(option["options"]) ? option["options"] : [];
      const again = { groupId: "more", name: "More", options: [{ value: "small", name: "Small" }] };
      return { ...option, options: [...groups, again] };
    }),
  }),
  mutant(
    "untyped-command",
    "a command has no type",
    onCommands((command) => without(command, "type")),
  ),
  mutant(
    "untyped-input",
    "the input of a command has no type",
    onCommands((command) => ({ ...command, input: { hint: "which tests" } })),
  ),
  mutant(
    "slash-name",
    "the name of a command begins with a slash",
    onCommands((command) => ({ ...command, name: "/test" })),
  ),
];

function onOptions(change: (option: JsonObject) => JsonObject): OverridesTwo {
  return changeResult("session/new", (result) => ({
    ...result,
    configOptions: changed(result["configOptions"], change),
  }));
}

function onCommands(change: (command: JsonObject) => JsonObject): OverridesTwo {
  return changeResult("session/new", (result) => ({
    ...result,
    availableCommands: changed(result["availableCommands"], change),
  }));
}

function changed(list: Json | undefined, change: (item: JsonObject) => JsonObject): Json[] {
  return Array.isArray(list) ? list.filter(isJsonObject).map(change) : [];
}
