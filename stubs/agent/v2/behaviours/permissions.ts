import { isJsonObject, type JsonObject } from "../../../../src/wire/message.js";
import { type BehaviourTwo, mutant, type OverridesTwo } from "../behaviour.js";
import { changeCall, without } from "../change.js";
import { OPTIONS } from "../work.js";

/** Mutants that break a rule of permission requests or of elicitations. */
export const permissionMutants: readonly BehaviourTwo[] = [
  mutant(
    "permission-untitled",
    "a permission request has no title",
    asking((params) => without(params, "title")),
  ),
  mutant(
    "no-options",
    "a permission request offers nothing",
    asking((params) => ({ ...params, options: [] })),
  ),
  mutant(
    "option-twice",
    "two options have the same id",
    asking((params) => ({ ...params, options: [...OPTIONS, ...OPTIONS] })),
  ),
  mutant(
    "old-subject",
    "the tool call stands beside the subject, as in version 1",
    asking((params) => ({ ...without(params, "subject"), toolCall: { toolCallId: "call-100" } })),
  ),
  mutant(
    "subject-without-call",
    "a subject of the type tool_call holds none",
    asking((params) => ({ ...params, subject: { type: "tool_call" } })),
  ),
  mutant(
    "command-nearby",
    "the cwd of a command is relative",
    asking((params) => {
      const { subject } = params;
      return isJsonObject(subject) && subject["type"] === "command"
        ? { ...params, subject: { ...subject, cwd: "src" } }
        : params;
    }),
  ),
  mutant(
    "perhaps-is-yes",
    "an unknown outcome is approval",
    reading((outcome) => outcome["outcome"] !== "selected"),
  ),
  mutant(
    "anything-is-yes",
    "an option that was not offered is approval",
    reading(
      ({ outcome, optionId }) =>
        outcome === "selected" && OPTIONS.every((option) => option["optionId"] !== optionId),
    ),
  ),
  mutant(
    "two-scopes",
    "an elicitation belongs to a session and to a request",
    changeCall("elicitation/create", (params) => ({ ...params, requestId: 1 })),
  ),
  mutant(
    "form-without-fields",
    "the schema of a form has no properties",
    changeCall("elicitation/create", (params) => ({ ...params, requestedSchema: { type: "object" } })),
  ),
];

function asking(change: (params: JsonObject) => JsonObject): OverridesTwo {
  return changeCall("session/request_permission", change);
}

/** Takes some outcomes for the option that allows. */
function reading(isYes: (outcome: JsonObject) => boolean): OverridesTwo {
  return {
    incoming: (message, agent) => {
      if (message.kind !== "response" || !isJsonObject(message.value["result"])) return false;
      const { outcome } = message.value["result"];
      if (!isJsonObject(outcome) || outcome["outcome"] === "cancelled" || !isYes(outcome)) return false;
      agent.settle(message.id.raw, { result: { outcome: { outcome: "selected", optionId: "allow" } } });
      return true;
    },
  };
}
