import { isJsonObject, type JsonObject } from "../../../src/wire/message.js";
import { type Behaviour, mutant, type Overrides } from "../behaviour.js";
import { answer, changeCapabilities, changeResult, diesOf } from "../change.js";
import { obedientAnswers } from "../obedient.js";

const CREATE = "elicitation/create";

/** Defects in asking the user on behalf of the agent. */
export const questionMutants: readonly Behaviour[] = [
  mutant(
    "any-mode",
    "takes every mode that it knows",
    answer(CREATE, ({ mode }) =>
      mode === "form" || mode === "url" ? { result: { action: "decline" } } : INVALID,
    ),
  ),
  mutant(
    "unknown-mode-accepted",
    "accepts a mode that nobody knows",
    answer(CREATE, ({ mode }) => {
      if (mode === "url") return INVALID;
      return mode === "form"
        ? { result: { action: "decline" } }
        : { result: { action: "accept", content: {} } };
    }),
  ),
  mutant(
    "action-missing",
    "answers without an action",
    changeResult(CREATE, () => ({})),
  ),
  mutant(
    "fills-numbers",
    "fills every field with a number",
    changeContent((content) => Object.fromEntries(Object.keys(content).map((name) => [name, 5]))),
  ),
  mutant(
    "fills-anything",
    "fills fields of a type that it does not know",
    changeContent((content, fields) =>
      Object.fromEntries(fields.map((name) => [name, content[name] ?? "something"])),
    ),
  ),
  mutant(
    "backtracks",
    "tries a pattern on its default, however long that takes",
    answer(CREATE, (params, client, id) => {
      for (const field of Object.values(propertiesOf(params))) {
        if (isJsonObject(field) && typeof field["pattern"] === "string")
          new RegExp(field["pattern"]).test(String(field["default"]));
      }
      return obedientAnswers[CREATE]?.(params, client, id) ?? INVALID;
    }),
  ),
  mutant("prefetches", "fetches a page before its user is asked about it", {
    ...changeCapabilities((all) => ({ ...all, elicitation: { url: {} } })),
    ...answer(CREATE, async ({ mode, url }) => {
      if (mode !== "url") return INVALID;
      await fetch(String(url)).catch(() => undefined);
      return { result: { action: "decline" } };
    }),
  }),
  mutant(
    "dies-of-complete",
    "dies of a completion that it does not expect",
    diesOf(({ method }) => method === "elicitation/complete"),
  ),
];

function changeContent(change: (content: JsonObject, fields: readonly string[]) => JsonObject): Overrides {
  return answer(CREATE, async (params, client, id) => {
    const answered = (await obedientAnswers[CREATE]?.(params, client, id)) ?? INVALID;
    const result = answered !== "silence" && "result" in answered ? answered.result : undefined;
    const content = isJsonObject(result) ? result["content"] : undefined;
    return isJsonObject(content)
      ? { result: { action: "accept", content: change(content, Object.keys(propertiesOf(params))) } }
      : answered;
  });
}

function propertiesOf({ requestedSchema }: JsonObject): JsonObject {
  const properties = isJsonObject(requestedSchema) ? requestedSchema["properties"] : undefined;
  return isJsonObject(properties) ? properties : {};
}

const INVALID = { error: { code: -32602, message: "Invalid params" } } as const;
