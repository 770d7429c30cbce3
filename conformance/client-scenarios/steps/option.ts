import type { JsonObject } from "../../../src/wire/message.js";

/** A config option of two values; `more` overrides its fields. */
export function option(id: string, more: JsonObject = {}): JsonObject {
  return {
    id,
    name: id,
    type: "select",
    currentValue: "one",
    options: [
      { value: "one", name: "One" },
      { value: "two", name: "Two" },
    ],
    ...more,
  };
}
