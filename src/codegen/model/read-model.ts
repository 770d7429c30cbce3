import type { SchemaDocument } from "../json-schema.js";
import { readMethods } from "./read-methods.js";
import { readShape } from "./read-shape.js";
import type { Model } from "./shape.js";

/** Reads a whole schema file; definitions come sorted by name, so that the vendor's order never shows in a diff. */
export function readModel(schema: SchemaDocument): Model {
  const definitions = Object.entries(schema.$defs)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, node]) => ({
      name,
      ...(node.description !== undefined && { description: node.description }),
      shape: readShape(node, name),
    }));
  return { definitions, methods: readMethods(schema.$defs) };
}
