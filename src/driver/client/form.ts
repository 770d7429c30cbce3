import { isJsonObject, type Json, type JsonObject, wordOf } from "../../wire/message.js";

/** Values that a form asks for, one for each required field, as its schema wants them (schema ElicitationSchema). */
export function fillForm(requestedSchema: Json | undefined, text: string): JsonObject {
  const { properties, required } = isJsonObject(requestedSchema) ? requestedSchema : {};
  const fields = isJsonObject(properties) ? properties : {};
  const names = Array.isArray(required) ? required.map((name) => wordOf(name)) : Object.keys(fields);
  return Object.fromEntries(names.map((name) => [name, valueFor(fields[name], text)]));
}

function valueFor(field: Json | undefined, text: string): Json {
  const schema = isJsonObject(field) ? field : {};
  switch (schema["type"]) {
    case "boolean":
      return true;
    case "number":
    case "integer":
      return typeof schema["minimum"] === "number" ? schema["minimum"] : 1;
    case "array":
      return choices(schema["items"]).slice(0, 1);
    default:
      return choices(schema)[0] ?? fitted(schema, text);
  }
}

/** The texts that a choice offers: a plain `enum`, or a list of constants with titles. */
function choices(schema: Json | undefined): string[] {
  if (!isJsonObject(schema)) return [];
  const { enum: plain, oneOf, anyOf } = schema;
  const titled = [...list(oneOf), ...list(anyOf)].map((each) =>
    isJsonObject(each) ? each["const"] : undefined,
  );
  return [...list(plain), ...titled].filter((each) => typeof each === "string");
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  email: "nobody@example.com",
  uri: "https://example.com/",
  date: "2026-01-01",
  "date-time": "2026-01-01T00:00:00Z",
};

function fitted({ format, minLength, maxLength }: JsonObject, text: string): string {
  const plain = BY_FORMAT[wordOf(format)] ?? text;
  const long = typeof minLength === "number" ? plain.padEnd(minLength, "x") : plain;
  return typeof maxLength === "number" ? long.slice(0, maxLength) : long;
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
