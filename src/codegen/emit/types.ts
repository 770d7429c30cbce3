import { compile, type JSONSchema } from "json-schema-to-typescript";
import type { Model } from "../model/shape.js";
import { typeSchema } from "./type-schema.js";

/** One exported type per definition, named like it, and `Definitions`, which maps each name to its type. */
export async function emitTypes(model: Model): Promise<string> {
  const names = model.definitions.map(({ name }) => name);
  const root = {
    title: "Definitions",
    description: "Every definition of the schema by name.",
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/definitions/${name}` }])),
    required: names,
    additionalProperties: false,
    definitions: Object.fromEntries(
      model.definitions.map((definition) => [definition.name, typeSchema(definition)]),
    ),
  };
  // The compiler's own type is draft-04 with its extensions; typeSchema builds nothing outside of it.
  return compile(root as JSONSchema, "Definitions", {
    bannerComment: "",
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    strictIndexSignatures: true,
    style: { printWidth: 110 },
  });
}
