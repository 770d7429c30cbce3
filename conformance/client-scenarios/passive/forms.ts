import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { isJsonObject, type Json, type JsonObject } from "../../../src/wire/message.js";
import { resultsOf } from "../../scenarios/steps/messages.js";
import { onEach } from "../../scenarios/steps/passive.js";
import { items, member, shortly } from "../../scenarios/steps/reply.js";

/** What a client puts into forms (docs/protocol/v1/elicitation.mdx, "Responses"). */
export const formChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.elicitation.client-content-conforms", filledForms, ({ schema, content, frames }) => {
    const missing = items(schema["required"]).find((name) => member(content, String(name)) === undefined);
    if (missing !== undefined)
      return { expected: `a value for ${shortly(missing)}`, actual: shortly(content), frames };
    const fields = isJsonObject(schema["properties"]) ? Object.entries(schema["properties"]) : [];
    const wrong = fields.find(([name, field]) => !fits(member(content, name), field));
    return wrong === undefined
      ? undefined
      : { expected: shortly(wrong[1]), actual: shortly(member(content, wrong[0])), frames };
  }),
];

interface FilledForm {
  readonly schema: JsonObject;
  readonly content: JsonObject;
  readonly frames: readonly Frame[];
}

/** Accepted forms with what was filled in; content that is left out is none. */
function filledForms(transcript: Transcript): FilledForm[] {
  return resultsOf(transcript, "elicitation/create").flatMap(({ request, frame, result }) => {
    const params = request.message.kind === "request" ? request.message.params : undefined;
    const [schema, content] = [member(params, "requestedSchema"), result["content"]];
    const isFilled = result["action"] === "accept" && isJsonObject(schema) && isJsonObject(content);
    return isFilled ? [{ schema, content, frames: [request, frame] }] : [];
  });
}

/** Does a value fit its field? What no known type says nothing about fits; patterns and formats are not looked at. */
function fits(value: Json | undefined, field: Json): boolean {
  if (value === undefined) return true;
  switch (member(field, "type")) {
    case "string":
      return typeof value === "string" && isAmong(value, field) && hasLength(value, field);
    case "number":
      return typeof value === "number" && isBetween(value, field, "minimum", "maximum");
    case "integer":
      return Number.isInteger(value) && isBetween(Number(value), field, "minimum", "maximum");
    case "boolean":
      return typeof value === "boolean";
    case "array":
      return (
        Array.isArray(value) &&
        value.every((one) => isAmong(one, member(field, "items"))) &&
        isBetween(value.length, field, "minItems", "maxItems")
      );
    default:
      return true;
  }
}

/** Is a choice one of those that are listed, plainly or with titles? Where none are, anything is. */
function isAmong(value: Json, field: Json | undefined): boolean {
  const titled = [...items(member(field, "oneOf")), ...items(member(field, "anyOf"))];
  const listed = [...items(member(field, "enum")), ...titled.map((each) => member(each, "const"))];
  return listed.length === 0 || listed.includes(value);
}

/** Lengths count characters; one that fits in UTF-16 units or in code points is let pass. */
function hasLength(value: string, field: Json): boolean {
  return [value.length, [...value].length].some((length) =>
    isBetween(length, field, "minLength", "maxLength"),
  );
}

function isBetween(value: number, field: Json, least: string, most: string): boolean {
  const [low, high] = [member(field, least), member(field, most)];
  return !(typeof low === "number" && value < low) && !(typeof high === "number" && value > high);
}
