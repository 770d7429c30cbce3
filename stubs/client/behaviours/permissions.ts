import { isJsonObject, type JsonObject } from "../../../src/wire/message.js";
import { type Behaviour, mutant, type Overrides } from "../behaviour.js";
import { answer, changeResponse, changeResult } from "../change.js";
import type { RawClient } from "../client.js";
import { decide, selected } from "../obedient.js";

const PERMISSION = "session/request_permission";

/** Defects in answering for the user, and in cancelling. */
export const permissionMutants: readonly Behaviour[] = [
  mutant(
    "no-permissions",
    "does not know permission requests",
    answer(PERMISSION, () => ({ error: { code: -32601, message: "Method not found" } })),
  ),
  mutant(
    "answers-by-kind",
    "answers with the kind of the option",
    answer(PERMISSION, () => selected("allow_once")),
  ),
  mutant(
    "outcome-flat",
    "gives the outcome without its wrapping",
    changeResult(PERMISSION, (result) => (isJsonObject(result["outcome"]) ? result["outcome"] : result)),
  ),
  mutant(
    "decides-twice",
    "answers a permission request twice",
    changeResponse(PERMISSION, (message) => [message, message]),
  ),
  mutant(
    "needs-allow",
    "allows what may only be rejected",
    answer(PERMISSION, async (params, client, id) =>
      optionsOf(params).some(({ kind }) => String(kind).startsWith("allow"))
        ? await decide(params, client, id)
        : selected("allow"),
    ),
  ),
  mutant("second-option", "takes the second option, also where there is one", {
    answers: {
      [PERMISSION]: async (params, client, id) =>
        optionsOf(params).length === 1
          ? { result: { outcome: { outcome: "selected" } } }
          : await decide(params, client, id),
    },
  }),
  mutant(
    "number-ids",
    "makes a number of an option's id where it can",
    changeOptionId((id) => (/^\d+$/.test(id) ? Number(id) : id)),
  ),
  mutant(
    "trims-ids",
    "takes the spaces off an option's id",
    changeOptionId((id) => id.trim()),
  ),
  mutant("cancels-with-yes", "allows what is open when the turn is cancelled", {
    ...changeResult(PERMISSION, (result) => {
      const { outcome } = result;
      return isJsonObject(outcome) && outcome["outcome"] === "cancelled"
        ? { outcome: { outcome: "selected", optionId: "always" } }
        : result;
    }),
  }),
  mutant(
    "cancels-with-error",
    "gives an error for what is open when the turn is cancelled",
    changeResponse(PERMISSION, (message) =>
      JSON.stringify(message).includes('"cancelled"')
        ? [{ jsonrpc: "2.0", id: message["id"] ?? null, error: { code: -32603, message: "Aborted" } }]
        : [message],
    ),
  ),
  mutant("leaves-questions-open", "leaves open what is open when the turn is cancelled", {
    interrupt: tellOnly,
  }),
  mutant("cancel-with-id", "cancels by a request", {
    outgoing: (message, { method }, client) => [
      method === "session/cancel" ? { ...message, id: client.freshNumber() } : message,
    ],
  }),
  mutant("cancel-nameless", "cancels no turn in particular", {
    outgoing: (message, { method }) => [method === "session/cancel" ? { ...message, params: {} } : message],
  }),
  mutant("deaf-after-cancel", "hears nothing that comes behind its cancel", {
    incoming: (message, client) => client.isStopped && message.kind !== "response",
  }),
  mutant("drops-waits", "forgets the commands that are waited for when the turn is cancelled", {
    outgoing: (message, { method, kind }, client) => {
      const isForgotten = kind === "response" && method === "terminal/wait_for_exit" && client.isStopped;
      return isForgotten ? [] : [message];
    },
  }),
  mutant(
    "withdrawn-code",
    "answers a withdrawn request with an internal error",
    changeResponse(PERMISSION, (message) => {
      const error = message["error"] as JsonObject | undefined;
      return [error?.["code"] === -32800 ? { ...message, error: { ...error, code: -32603 } } : message];
    }),
  ),
  mutant(
    "withdrawn-twice",
    "answers a withdrawn request twice",
    changeResponse(PERMISSION, (message) => {
      const error = message["error"] as JsonObject | undefined;
      return error?.["code"] === -32800 ? [message, message] : [message];
    }),
  ),
  mutant("late-withdrawal", "complains of the withdrawal of a request that is over", {
    incoming: (message, client) => {
      const isLate =
        message.kind === "notification" && JSON.stringify(message.params).includes("acp-assay-never-used");
      if (isLate) {
        const error = { code: -32603, message: "No such request" };
        client.send({ jsonrpc: "2.0", id: null, error }, { method: "", kind: "response" });
      }
      return false;
    },
  }),
  mutant("withdraws-own", "takes the agent's withdrawal for the end of its own request", {
    incoming: (message, client) => {
      const requestId =
        message.kind === "notification" && isJsonObject(message.params)
          ? message.params["requestId"]
          : undefined;
      if (requestId !== undefined && client.isOpen(String(requestId)))
        client.settle(String(requestId), { error: {} });
      return false;
    },
  }),
];

function optionsOf({ options }: JsonObject): readonly JsonObject[] {
  return Array.isArray(options) ? options : [];
}

function changeOptionId(change: (id: string) => string | number): Overrides {
  return changeResult(PERMISSION, (result) => {
    const { outcome } = result;
    return isJsonObject(outcome) && typeof outcome["optionId"] === "string"
      ? { outcome: { ...outcome, optionId: change(outcome["optionId"]) } }
      : result;
  });
}

/** Says that the turn is cancelled, and nothing else. */
function tellOnly(client: RawClient): void {
  for (const sessionId of client.running) client.notify("session/cancel", { sessionId });
}
