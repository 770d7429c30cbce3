import type { JsonObject } from "../../../../../src/wire/message.js";
import { type Behaviour, mutant, type Overrides } from "../../behaviour.js";
import { changeCall, without } from "../../change.js";
import { INITIALIZE } from "../../obedient.js";
import { ended } from "../../turn.js";

const CREATE = "elicitation/create";

/** Defects in asking the user. */
export const elicitationMutants: readonly Behaviour[] = [
  mutant("dies-when-declined", "ends when the user declines", {
    incoming: (message) => {
      const { action } = (message.value as { result?: { action?: unknown } } | undefined)?.result ?? {};
      if (message.kind === "response" && action === "decline") process.exit(1);
      return false;
    },
  }),
  mutant(
    "uses-declined-content",
    "uses what comes with a decline",
    usesContent(["accept", "decline", "cancel"]),
  ),
  mutant("takes-anything-for-yes", "uses what comes with an action that it does not know", {
    ...usesContent(["accept", "_acp-assay/later"]),
  }),
  mutant("empty-means-form", "takes an empty capability for forms, as another protocol has it", {
    answers: {
      initialize: (_params, agent) => {
        if (JSON.stringify(agent.client["elicitation"]) === "{}")
          agent.client = { elicitation: { form: {} } };
        return { result: INITIALIZE };
      },
    },
  }),
  mutant("fails-without-form", "fails where it cannot show a form", {
    turn: async (turn) =>
      turn.text.includes("order: ask-form") && !turn.clientCan("elicitation", "form")
        ? { error: { code: -32603, message: "There is no form" } }
        : await turn.obey(),
  }),
  mutant(
    "elicits-wordless",
    "asks the user without a message",
    changeForm((params) => without(params, "message")),
  ),
  mutant(
    "two-scopes",
    "asks for a session and a request at once",
    changeForm((params) => ({ ...params, requestId: "none" })),
  ),
  mutant(
    "mode-left-out",
    "leaves the mode of a form out",
    changeForm((params) => without(params, "mode")),
  ),
  mutant(
    "foreign-request",
    "asks for a request that there is not",
    changeCall(CREATE, (params) => ("requestId" in params ? { ...params, requestId: "none" } : params)),
  ),
  mutant(
    "nested-form",
    "asks for an object within a form",
    changeField({ colour: { type: "object", properties: { name: { type: "string" } } } }),
  ),
  mutant("asks-password", "asks for a password in a form", changeField({ password: { type: "string" } })),
  mutant("form-for-secrets", "asks for a password in a form where the client opens no URL", {
    turn: async (turn) => {
      const isMeant = turn.text.includes("order: ask-secret") && !turn.clientCan("elicitation", "url");
      if (!isMeant) return await turn.obey();
      await turn.askClient(CREATE, {
        mode: "form",
        message: "Your password, please",
        requestedSchema: { type: "object", properties: { pass: { type: "string", title: "Password" } } },
      });
      return ended("end_turn");
    },
  }),
  mutant(
    "form-with-link",
    "shows a link in a form",
    changeForm((params) => ({ ...params, message: "Choose from https://colours.dev/list" })),
  ),
  mutant("url-broken", "gives no valid URL", changeUrl("raw agent: connect")),
  mutant(
    "url-with-password",
    "puts a password into the URL",
    changeUrl("https://me:secret@raw-agent.example/connect"),
  ),
  mutant(
    "url-plain-http",
    "sends the user to an unprotected page",
    changeUrl("http://raw-agent.example/connect"),
  ),
  mutant("one-elicitation-id", "opens two visits with one id", {
    outgoing: (message, { method, kind }) =>
      method === CREATE && kind === "request" && JSON.stringify(message).includes('"mode":"url"')
        ? [message, { ...message, id: `again-${String(message["id"])}` }]
        : [message],
  }),
  mutant(
    "completes-another",
    "completes an elicitation that there is not",
    changeCall("elicitation/complete", () => ({ elicitationId: "other" })),
  ),
];

function changeForm(change: (params: JsonObject) => JsonObject): Overrides {
  return changeCall(CREATE, (params) => (params["mode"] === "form" ? change(params) : params));
}

function changeField(properties: JsonObject): Overrides {
  const required = Object.keys(properties);
  return changeForm((params) => ({ ...params, requestedSchema: { type: "object", properties, required } }));
}

function changeUrl(url: string): Overrides {
  return changeCall(CREATE, (params) => (params["mode"] === "url" ? { ...params, url } : params));
}

/** Says what the form brought, whatever the user did, as long as it is one of these actions. */
function usesContent(actions: readonly string[]): Overrides {
  return {
    turn: async (turn) => {
      if (!turn.text.includes("order: ask-form") || !turn.clientCan("elicitation", "form"))
        return await turn.obey();
      const response = await turn.askClient(CREATE, {
        mode: "form",
        message: "Which colour do you prefer?",
        requestedSchema: { type: "object", properties: { colour: { type: "string" } } },
      });
      const { action, content } = (response?.["result"] ?? {}) as JsonObject;
      const { colour = "red" } = (actions.includes(String(action)) ? (content ?? {}) : {}) as JsonObject;
      turn.say(`You prefer ${String(colour)}`);
      return ended("end_turn");
    },
  };
}
